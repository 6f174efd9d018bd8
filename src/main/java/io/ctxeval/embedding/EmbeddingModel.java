package io.ctxeval.embedding;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.OrtSession.SessionOptions.ExecutionMode;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The model and its vocabulary, once in each Java machine: session and tasks share nothing else, and a session may be run by many
 * threads at once. It is loaded where it is first asked for, checked, and kept until the machine ends. Outside the heap it takes
 * about 100 MB.
 */
public final class EmbeddingModel {
    /** Numbers in a vector. */
    public static final int DIMENSIONS = 384;

    /** Names model and runtime in a run's versions. */
    public static final String NAME = "all-MiniLM-L6-v2 int8, ONNX Runtime 1.23.2";

    private static final String MODEL = "/all-minilm-l6-v2-q.onnx";
    private static final String TOKENIZER = "/all-minilm-l6-v2-q-tokenizer.json";
    private static final String PROBE = "probe-vector.txt";

    /** What the check at loading encodes; its vector is kept as a resource. */
    static final String PROBE_TEXT = "The library lends bicycles on weekdays, but not during the winter holidays.";

    private static final double PROBE_ALIKE = 0.97;

    private static @Nullable EmbeddingModel shared;
    private static @Nullable String failure;

    private final Vocabulary vocabulary;
    private final OrtEnvironment environment;
    private final OrtSession session;

    private EmbeddingModel(Vocabulary vocabulary, OrtEnvironment environment, OrtSession session) {
        this.vocabulary = vocabulary;
        this.environment = environment;
        this.session = session;
    }

    /**
     * The model of this Java machine. What failed once isn't tried again.
     *
     * @throws ModelUnavailable if it can't be loaded, or gives other vectors than it should
     */
    public static synchronized EmbeddingModel shared() throws ModelUnavailable {
        if (failure != null) {
            throw new ModelUnavailable(failure);
        }
        if (shared == null) {
            try {
                EmbeddingModel loaded = load();
                loaded.check();
                shared = loaded;
            } catch (ModelUnavailable e) {
                failure = String.valueOf(e.getMessage());
                throw e;
            }
        }
        return shared;
    }

    private static EmbeddingModel load() throws ModelUnavailable {
        try {
            Vocabulary vocabulary = Vocabulary.read(resource(TOKENIZER));
            OrtEnvironment environment =
                    OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "ctxeval");
            environment.setTelemetry(false);
            try (SessionOptions options = options()) {
                return new EmbeddingModel(vocabulary, environment, environment.createSession(resource(MODEL), options));
            }
        } catch (IOException | OrtException | LinkageError | RuntimeException e) {
            // A library that doesn't load is an error of the linker, or of the class that tried, or of one that is
            // missing since.
            throw new ModelUnavailable("the embedding model can't be loaded: " + origin(e), e);
        }
    }

    /** One thread a run: the task slots of Spark are what is parallel. One level of optimisation, for it changes the numbers. */
    private static SessionOptions options() throws OrtException {
        SessionOptions options = new SessionOptions();
        options.setIntraOpNumThreads(1);
        options.setInterOpNumThreads(1);
        options.setExecutionMode(ExecutionMode.SEQUENTIAL);
        options.setOptimizationLevel(OptLevel.EXTENDED_OPT);
        // Sentences differ in length: what is kept for one length serves no other, and grows. Without it a run is no
        // slower.
        options.setMemoryPatternOptimization(false);
        options.setCPUArenaAllocator(false);
        options.addConfigEntry("session.intra_op.allow_spinning", "0");
        options.addConfigEntry("session.inter_op.allow_spinning", "0");
        return options;
    }

    /** A model that loads and computes nonsense is worse than none. */
    private void check() throws ModelUnavailable {
        double alike;
        try {
            alike = Cosine.exact(new SentenceEncoder(this).encode(PROBE_TEXT).vector(), probe());
        } catch (IOException | RuntimeException e) {
            throw new ModelUnavailable("the embedding model fails on its first sentence: " + origin(e), e);
        }
        if (!(alike > PROBE_ALIKE)) {
            throw new ModelUnavailable("the embedding model computes other vectors here than it should: cosine "
                    + Cosine.rounded(alike) + " to the stored one; more than " + PROBE_ALIKE + " is expected");
        }
    }

    /** The stored vector: of each number the whole part of 1,000 times it, as two bytes. */
    static float[] probe() throws IOException {
        String text = new String(resource(PROBE), StandardCharsets.US_ASCII);
        byte[] bytes = Base64.getMimeDecoder().decode(text);
        float[] vector = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            vector[i] = ((bytes[2 * i] << Byte.SIZE) | (bytes[2 * i + 1] & 0xFF)) / 1000f;
        }
        return vector;
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream stream = EmbeddingModel.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new FileNotFoundException(name + " is not on the class path");
            }
            return stream.readAllBytes();
        }
    }

    private static String origin(Throwable failure) {
        Throwable at = failure;
        for (Throwable cause = at.getCause(); cause != null; cause = cause.getCause()) {
            at = cause;
        }
        String message = at.getMessage();
        return at.getClass().getSimpleName()
                + (message == null ? "" : ": " + message.lines().findFirst().orElse("") + Unpacking.note(message));
    }

    Vocabulary vocabulary() {
        return vocabulary;
    }

    /**
     * The states of one text, piece by piece.
     *
     * @param pieces numbers with start and end
     * @param mask ones, as many
     * @param kinds zeros, as many
     */
    FloatBuffer run(LongBuffer pieces, LongBuffer mask, LongBuffer kinds) throws OrtException {
        long[] shape = {1, pieces.remaining()};
        try (OnnxTensor ids = OnnxTensor.createTensor(environment, pieces, shape);
                OnnxTensor attention = OnnxTensor.createTensor(environment, mask, shape);
                OnnxTensor types = OnnxTensor.createTensor(environment, kinds, shape);
                OrtSession.Result result =
                        session.run(Map.of("input_ids", ids, "attention_mask", attention, "token_type_ids", types))) {
            return ((OnnxTensor) result.get(0)).getFloatBuffer();
        }
    }
}
