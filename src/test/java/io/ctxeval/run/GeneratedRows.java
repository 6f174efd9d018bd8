package io.ctxeval.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Seeded rows of made-up prose: RAG samples of two retriever versions, agent traces, now and then both in one row. */
final class GeneratedRows {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String[] WORDS =
            ("harbour ticket bicycle station lantern river market bridge orchard winter copper "
                            + "signal garden timber mirror engine basket window paper island closes opens costs holds needs about "
                            + "after before under naïve café 東京 the a of in and not never 12 47 3.5 2026")
                    .split(" ");

    private final SplittableRandom random;

    GeneratedRows(long seed) {
        random = new SplittableRandom(seed);
    }

    List<String> lines(int count) {
        List<String> lines = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ObjectNode row = MAPPER.createObjectNode();
            row.put("sample_id", String.format(Locale.ROOT, "s-%05d", i / 2));
            row.put("retriever_version", i % 2 == 0 ? "v1" : "v2");
            row.put("topic", i % 7 == 0 ? null : "topic " + i % 3);
            if (i % 3 != 0) {
                sample(row);
            }
            if (i % 3 != 1) {
                trace(row);
            }
            lines.add(row.toString());
        }
        return lines;
    }

    private void sample(ObjectNode row) {
        row.put("input", prose(8) + "?");
        ArrayNode context = row.putArray("context");
        int chunks = random.nextInt(6);
        for (int c = 0; c < chunks; c++) {
            String text = c > 0 && random.nextInt(5) == 0 ? context.get(c - 1).textValue() : prose(40);
            context.add(text);
        }
        String borrowed =
                chunks == 0 ? prose(10) : context.get(random.nextInt(chunks)).textValue();
        row.put(
                "output",
                random.nextInt(20) == 0 ? null : borrowed.substring(0, borrowed.length() / 2) + ". " + prose(6));
        row.putArray("reference").add(prose(2));
    }

    private void trace(ObjectNode row) {
        ArrayNode events = row.putArray("trace_events");
        ArrayNode order = row.putArray("agent_order");
        ArrayNode ledger = row.putArray("budget_ledger");
        String carried = prose(30);
        for (int agent = 0; agent < 1 + random.nextInt(4); agent++) {
            String name = "agent" + agent;
            order.add(name);
            ObjectNode request =
                    events.addObject().put("event_type", "llm_request").put("agent_name", name);
            request.putObject("data")
                    .putArray("messages")
                    .addObject()
                    .put("role", "user")
                    .put("content", carried);
            String reply = prose(25);
            events.addObject()
                    .put("event_type", "llm_response")
                    .put("agent_name", name)
                    .putObject("data")
                    .put("response_content", reply);
            carried = random.nextBoolean() ? reply : reply.substring(reply.length() / 3) + " " + prose(10);
            ledger.addObject()
                    .put("agent_name", name)
                    .put("used_tokens", random.nextInt(5000))
                    .put("budget_tokens", random.nextInt(5000));
        }
    }

    private String prose(int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(i == 0 ? "" : i % 9 == 0 ? ". " : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }
}
