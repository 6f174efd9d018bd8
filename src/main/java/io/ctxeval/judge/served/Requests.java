package io.ctxeval.judge.served;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.judge.Question;
import io.ctxeval.text.Sha256;

/** Turns questions into requests: messages, key and limits, a function of the question and the model's settings alone. */
public final class Requests {
    /** Version of the judge protocol: the messages' frame, the re-ask, the reading of replies. Part of every key. */
    public static final String PROTOCOL = "1";

    private static final int REASONING_FACTOR = 4;

    private Requests() {}

    /** The request for a question. */
    public static JudgeRequest of(Question question, ModelSettings settings) {
        JudgeStep step = JudgeStep.of(question);
        Prompt prompt = Prompts.of(step);
        String document = QuestionDocument.write(question);
        String user = UserMessage.of(question, document, prompt);
        int outputLimit = outputLimit(question, settings);
        return new JudgeRequest(
                key(step, document, outputLimit, settings),
                question,
                step.code(),
                prompt.text(),
                user,
                outputLimit,
                PromptTokens.of(settings.model()).of(step, user));
    }

    /** Tokens that the reply may have (metrics.md 5.3): a base and a share for each thing that is judged. */
    static int outputLimit(Question question, ModelSettings settings) {
        return replyBase(question) * factor(settings)
                + replyShare(JudgeStep.of(question), settings) * judgedThings(question);
    }

    /** Tokens of the reply for each chunk, or for each aspect where aspects are graded. */
    static int replyShare(JudgeStep step, ModelSettings settings) {
        int share = switch (step) {
            case WASTE, USAGE -> 90;
            case RELATIONS -> 60;
            case DECOMPOSE -> 0;
            case GRADE, ASSESS -> 120;
        };
        return share * factor(settings);
    }

    private static int replyBase(Question question) {
        boolean graded = question instanceof Question.Grade || question instanceof Question.Assess;
        return graded ? 400 : 800;
    }

    private static int judgedThings(Question question) {
        if (question instanceof Question.Waste asked) {
            return asked.chunks().size();
        }
        if (question instanceof Question.Usage asked) {
            return asked.chunks().size();
        }
        if (question instanceof Question.Relations asked) {
            return asked.chunks().size();
        }
        if (question instanceof Question.Grade asked) {
            return asked.aspects().size();
        }
        return question instanceof Question.Assess asked ? asked.maxAspects() : 0;
    }

    private static int factor(ModelSettings settings) {
        return settings.reasoning() ? REASONING_FACTOR : 1;
    }

    /**
     * SHA-256 over canonical JSON, names in code point order, of what is asked for (metrics.md 5.6). What an endpoint teaches,
     * the window, thresholds and weights are not in it.
     */
    private static String key(JudgeStep step, String document, int outputLimit, ModelSettings settings) {
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        asked.put("data", document);
        asked.put("family", settings.family());
        asked.put("model", settings.model());
        asked.put("output_limit", outputLimit);
        asked.putNull("permutation_seed");
        asked.put("prompt", Prompts.of(step).sha256());
        asked.put("protocol", PROTOCOL);
        asked.put("reasoning_effort", settings.reasoningEffort());
        asked.put("sample", 0);
        asked.put("schema", ReplySchemas.of(step).sha256());
        asked.put("seed", settings.seed());
        asked.put("step", step.code());
        asked.put("temperature", settings.temperature());
        asked.putNull("top_p");
        return Sha256.hex(JsonText.of(asked));
    }
}
