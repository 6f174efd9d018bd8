package io.ctxeval.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A client of the fake judge. */
final class Asking {
    static final String SYSTEM = "You judge.";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FENCE = "<<<MATERIAL 0123456789ab>>>";
    private static final String END = "<<<END 0123456789ab>>>";

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final FakeJudgeServer server;

    Asking(FakeJudgeServer server) {
        this.server = server;
    }

    /** A data document between its fence lines, with words of the prompt around. */
    static String fenced(String document) {
        return "Ids are 0 to 1.\n" + FENCE + "\n" + document + "\n" + END;
    }

    /** A waste question whose first chunk is used; the number makes it another one. */
    static String waste(int number) {
        return """
                {"task":"waste","input":"How tall is the tower?","output":"The tower in town %d is forty metres tall.",\
                "chunks":[{"id":0,"text":"The tower in town %d is forty metres tall."},\
                {"id":1,"text":"Bread needs flour, water and patience."}]}""".formatted(number, number);
    }

    static ObjectNode openAiBody(String document) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("model", "small");
        ArrayNode messages = body.putArray("messages");
        messages.addObject().put("role", "system").put("content", SYSTEM);
        messages.addObject().put("role", "user").put("content", fenced(document));
        return body.put("max_tokens", 200);
    }

    static ObjectNode anthropicBody(String document) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("model", "small")
                .put("system", SYSTEM)
                .put("max_tokens", 200);
        body.putArray("messages").addObject().put("role", "user").put("content", fenced(document));
        body.putArray("tools").addObject().put("name", "verdict").putObject("input_schema");
        return body;
    }

    URI at(String path) {
        return server.root().resolve(path);
    }

    HttpRequest.Builder post(String path, ObjectNode body) {
        return HttpRequest.newBuilder(at(path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    HttpResponse<String> openAi(ObjectNode body) throws IOException, InterruptedException {
        return send(post("/v1/chat/completions", body).build());
    }

    /** Asks a waste question. */
    HttpResponse<String> ask(int number) throws IOException, InterruptedException {
        return openAi(openAiBody(waste(number)));
    }

    HttpResponse<String> anthropic(ObjectNode body) throws IOException, InterruptedException {
        return send(post("/v1/messages", body).build());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(at(path)).build());
    }

    HttpClient client() {
        return client;
    }

    static JsonNode json(String text) throws IOException {
        return JSON.readTree(text);
    }

    static JsonNode choice(HttpResponse<String> response) throws IOException {
        return json(response.body()).path("choices").path(0);
    }

    /** The judgement in OpenAI's reply. */
    static JsonNode judgement(HttpResponse<String> response) throws IOException {
        return json(choice(response).path("message").path("content").asText());
    }
}
