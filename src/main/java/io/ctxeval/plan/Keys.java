package io.ctxeval.plan;

import io.ctxeval.plan.EvaluationPlan.PrivacyTexts;
import io.ctxeval.plan.EvaluationPlan.RowFormat;
import io.ctxeval.plan.InputSpec.Damaged;
import io.ctxeval.score.TextMatch;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/** Every key of a plan. Help, the reference configuration and the README's table are checked against this table. */
final class Keys {
    static final Key<String> JOB = Key.of(
                    "job",
                    Form.fileName(),
                    null,
                    "names the series of runs that history compares; unset: the configuration file's name, else ctxeval")
            .option("--job");
    static final Key<String> RUN_ID = Key.of(
                    "run-id",
                    Form.fileName(),
                    null,
                    "name of the run's folder; unset: start time in UTC and 4 hex digits")
            .option("--run-id");
    static final Key<String> DATE = Key.of(
                    "date",
                    Form.dates(),
                    null,
                    "the days to evaluate: each takes the place of {date} in input paths; an input whose path names no day is read"
                            + " by its folders (date-column); output, state and run-id may have {date} too")
            .option("--date");
    static final Key<ZoneId> DATE_ZONE =
            Key.of("date-zone", Form.zone(), "UTC", "where it is today and yesterday, as the value of date");
    static final Key<String> DATE_COLUMN = Key.of(
            "date-column",
            Form.text(),
            "date",
            "partition column that holds the day (2026-11-30 or 20261130); without such folders, year=/month=/day= do; folders of"
                    + " other days are not read");
    static final Key<String> OUTPUT = Key.of(
                    "output", Form.text(), "out", "folder that receives runs/<run-id> and latest.json")
            .option("--output");
    static final Key<String> STATE =
            Key.of("state", Form.text(), null, "folder of ledger and history; unset: <output>/state");

    static final Key<List<String>> INPUT = Key.of(
                    "input",
                    Form.texts("a file, a folder or a glob"),
                    null,
                    "what to read; may repeat; the mapping keys from format to fields hold for each")
            .option("--input");
    static final Key<String> FORMAT = Key.of(
                    "format",
                    Form.text(),
                    null,
                    "jsonl, json, csv, tsv, trec, parquet or another Spark source; unset: told from name and content")
            .option("--format");
    static final Key<Damaged> DAMAGED =
            Key.of("damaged", Form.constant(Damaged.class), "fail", "what a file that can't be read to its end does");
    static final Key<String> OPTIONS = Key.of(
                    "options",
                    Form.characters(),
                    null,
                    "of the format: delimiter (tab for .tsv), quote (empty: none), escape, encoding; or of the Spark source")
            .opened();
    static final Key<String> PRESET = Key.of(
                    "preset",
                    Form.text(),
                    null,
                    "mapping to start from (see ctxeval presets), or a YAML file of your own, FILE or FILE#NAME; unset: found by the columns")
            .option("--preset");
    static final Key<String> KIND = Key.of(
            "kind",
            Form.word("samples", "events", "ledger", "qrels", "run", "queries", "corpus"),
            null,
            "what the records are; unset: the preset's, else samples");
    static final Key<List<String>> ROWS = Key.of(
            "rows",
            Form.texts("a path or zip(a, b)"),
            null,
            "paths whose elements are the rows; unset: a record is a row");
    static final Key<String> WHERE = Key.of("where", Form.text(), null, "filter of rows; unset: all");
    static final Key<List<MappingSpec.JoinSpec>> JOIN =
            Key.of("join", MappingForms.joins(), null, "files whose records are joined: {as, path, on: [left, right]}");
    static final Key<String> GROUP =
            Key.of("group", Form.text(), null, "path whose equal values become one record; unset: no grouping");
    static final Key<MappingSpec.FieldSpec> FIELDS = Key.of(
                    "fields",
                    MappingForms.field(),
                    null,
                    "canonical field: a path, a function of a path, or a list to try in turn")
            .opened();
    static final Key<Value> INPUTS = Key.of(
            "inputs",
            Form.raw("a list of paths, or of groups of path and mapping keys"),
            null,
            "inputs with a mapping of their own each; instead of input");

    static final Key<List<String>> METRICS = Key.of(
                    "metrics", Form.names(), null, "ids of the metrics to compute; unset: all that the data allow")
            .option("--metrics");
    static final Key<List<String>> GROUP_BY = Key.of(
                    "group-by",
                    Form.names(),
                    "retriever_version",
                    "columns whose groups are summarised beside the whole; several are crossed: a group for each combination of their"
                            + " values, none for each column alone")
            .option("--group-by");
    static final Key<Value> THRESHOLDS = Key.of(
                    "thresholds",
                    Form.raw("a number on the metric's scale, none, or keys mean, pass_rate, row, level, coverage"),
                    null,
                    "gates by metric; set without being written: ctx_waste 80, ctx_suff 80, handoff 8, budget 8, overall 8")
            .option("--threshold")
            .opened();
    static final Key<List<String>> GATE_BY =
            Key.of("gate.by", Form.names(), "", "columns of group-by whose groups (30 rows or more) are gated too");
    static final Key<HistoryPlan.Gate> HISTORY_GATE = Key.of(
            "history.gate",
            Form.constant(HistoryPlan.Gate.class),
            null,
            "what a gated metric does whose mean is worse than median - max(2 points, 3 * 1.4826 * MAD) of the job's last good"
                    + " runs; unset: what missing its threshold does");
    static final Key<Long> HISTORY_RUNS = Key.of(
            "history.runs",
            Form.whole(HistoryPlan.LEAST_RUNS, 100),
            "7",
            "good runs of the job (exit code 0, no limit of the change gate missed) that the change gate looks back at; of fewer than 3 it says nothing");
    static final Key<Double> RESULT_WEIGHTS = Key.of(
                    "result.weights",
                    Form.real(0, 1_000_000),
                    null,
                    "weights of ctx_waste, ctx_suff and overall in the run's result; unset: 1 each")
            .opened();

    static final Key<String> JUDGE_KIND = Key.of(
                    "judge.kind",
                    JudgeKinds.form(),
                    JudgeKinds.EMBEDDED,
                    "who judges: embedded (in process, a small local model), lexical (in process, by words alone), openai or anthropic (a model behind an endpoint), recorded (verdicts paid for before, no calls), given (the rows carry judgements), none")
            .option("--judge");
    static final Key<String> JUDGE_PROVIDER = calls(Key.of(
            "judge.provider",
            Form.word("openai", "anthropic"),
            null,
            "whose verdicts judge.kind recorded looks for; unset: openai"));
    static final Key<String> JUDGE_URL = calls(
                    Key.of("judge.url", JudgeKinds.url(), null, "base URL of the endpoint; unset: the provider's own"))
            .option("--judge-url");
    static final Key<String> JUDGE_MODEL =
            calls(Key.of("judge.model", Form.text(), null, "model to ask for")).option("--model");
    static final Key<String> JUDGE_KEY_ENV = calls(
            Key.of(
                    "judge.key-env",
                    JudgeKinds.variable(),
                    null,
                    "environment variable that holds the endpoint's key; unset: OPENAI_API_KEY or ANTHROPIC_API_KEY; where that isn't set no key is sent"));
    static final Key<String> JUDGE_KEY_FILE = calls(Key.of(
            "judge.key-file",
            Form.text(),
            null,
            "file that holds the endpoint's key, read on the driver; before judge.key-env"));
    static final Key<String> JUDGE_KEY_ALIAS = calls(Key.of(
            "judge.key-alias",
            Form.text(),
            null,
            "alias of the endpoint's key in Hadoop's credential provider; before judge.key-file"));
    static final Key<String> JUDGE_HEADERS = calls(
                    Key.of("judge.headers", Form.text(), null, "further headers of each call; no keys"))
            .opened();
    static final Key<Boolean> JUDGE_REASONING = calls(
            Key.of(
                    "judge.reasoning",
                    Form.flag(),
                    null,
                    "whether the model thinks first: no temperature, four times the output limit; unset: told from its name (o1, o3, o4, gpt-5)"));
    static final Key<Double> JUDGE_TEMPERATURE = calls(
            Key.of("judge.temperature", Form.real(0, 2), "0", "sampling temperature; never sent to a reasoning model"));
    static final Key<Long> JUDGE_SEED =
            calls(Key.of("judge.seed", Form.whole(0, Integer.MAX_VALUE), null, "seed to ask for; unset: none is sent"));
    static final Key<String> JUDGE_EFFORT = calls(Key.of(
            "judge.reasoning-effort", Form.word("minimal", "low", "medium", "high"), null, "unset: none is sent"));
    static final Key<Long> JUDGE_WINDOW = calls(Key.of(
            "judge.context-window",
            Form.whole(2_000, Integer.MAX_VALUE),
            "128000",
            "tokens that prompt and reply may have together"));
    static final Key<String> JUDGE_TOO_LONG = calls(Key.of(
            "judge.on-too-long",
            Form.word("split", "fail"),
            "split",
            "what a context does that doesn't fit the window: several calls, or context_too_long"));
    static final Key<Long> JUDGE_CALLS_PER_SAMPLE = calls(Key.of(
            "judge.max-calls-per-sample", Form.whole(1, 1_000), "12", "most calls that one long sample is split into"));
    static final Key<Long> JUDGE_REQUESTS = calls(Key.of(
            "judge.requests-per-minute", Form.whole(1, Long.MAX_VALUE), null, "quota of the whole run; unset: none"));
    static final Key<Long> JUDGE_TOKENS = calls(Key.of(
            "judge.tokens-per-minute", Form.whole(1, Long.MAX_VALUE), null, "quota of the whole run; unset: none"));
    static final Key<Long> JUDGE_IN_FLIGHT = calls(
            Key.of("judge.in-flight", Form.whole(1, 100_000), "64", "calls under way at once, over all executors"));
    static final Key<Duration> JUDGE_CONNECT =
            calls(Key.of("judge.connect-timeout", Form.duration(), "10s", "longest wait for a connection"));
    static final Key<Duration> JUDGE_ATTEMPT =
            calls(Key.of("judge.attempt-timeout", Form.duration(), "60s", "longest time of one attempt"));
    static final Key<Duration> JUDGE_ROW =
            calls(Key.of("judge.row-timeout", Form.duration(), "10m", "longest time of a row over all attempts"));
    static final Key<Long> JUDGE_ATTEMPTS = calls(
            Key.of("judge.max-attempts", Form.whole(1, 100), "6", "attempts of a call before it counts as failed"));
    static final Key<Duration> JUDGE_DEADLINE =
            calls(Key.of("judge.deadline", Form.duration(), null, "longest time of judging; unset: none"));
    static final Key<Long> JUDGE_MAX_CALLS =
            calls(Key.of("judge.max-calls", Form.whole(0, Long.MAX_VALUE), "20000", "most calls of a run"));
    static final Key<Double> JUDGE_MAX_COST = calls(Key.of(
                    "judge.max-cost",
                    Form.real(0, Double.POSITIVE_INFINITY),
                    null,
                    "most money of a run; unset: no cap"))
            .option("--max-cost");
    static final Key<Double> JUDGE_PRICE_INPUT = calls(Key.of(
            "judge.price.input", Form.real(0, Double.POSITIVE_INFINITY), null, "price of a million prompt tokens"));
    static final Key<Double> JUDGE_PRICE_OUTPUT = calls(Key.of(
            "judge.price.output", Form.real(0, Double.POSITIVE_INFINITY), null, "price of a million reply tokens"));
    static final Key<Long> JUDGE_MAX_TOKENS = calls(
            Key.of("judge.max-tokens", Form.whole(0, Long.MAX_VALUE), null, "most tokens of a run; unset: no cap"));
    static final Key<Double> JUDGE_SAMPLE_RATE =
            calls(Key.of("judge.sample.rate", Form.share(), null, "share of the rows that are judged; unset: all"));
    static final Key<Long> JUDGE_SAMPLE_SIZE = calls(Key.of(
            "judge.sample.size",
            Form.whole(1, Integer.MAX_VALUE),
            null,
            "number of rows that are judged, shared among the strata by their sizes; instead of a rate"));
    static final Key<List<String>> JUDGE_SAMPLE_BY =
            calls(Key.of("judge.sample.by", Form.names(), "", "columns whose values are the strata of the sample"));
    static final Key<Long> JUDGE_SAMPLE_SEED =
            calls(Key.of("judge.sample.seed", Form.whole(0, Long.MAX_VALUE), "0", "another seed, another sample"));
    static final Key<String> JUDGE_CACHE = calls(
            Key.of(
                    "judge.cache",
                    Form.word("write", "read", "off"),
                    "write",
                    "verdicts paid for before are used and new ones kept for later runs (write), only used (read), or neither (off)"));
    static final Key<Duration> JUDGE_CACHE_AGE = calls(Key.of(
            "judge.cache-max-age", Form.duration(), null, "oldest verdict of an earlier run that is used; unset: any"));
    static final Key<String> JUDGE_FALLBACK = Key.of(
            "judge.fallback",
            Form.word("none", "lexical"),
            "none",
            "who judges where the embedded judge can't be loaded; none: the run is refused");

    static final Key<String> TOKENIZER = Key.of(
            "tokens.tokenizer",
            Form.word("o200k_base", "cl100k_base", "chars4"),
            "o200k_base",
            "how tokens are counted");
    static final Key<Long> TOKEN_BUDGET = Key.of(
            "tokens.budget", Form.whole(1, Integer.MAX_VALUE), null, "tokens that a context may have; unset: no limit");
    static final Key<Double> CONTRADICTION_WEIGHT = Key.of(
            "ctx-waste.contradiction-weight",
            Form.real(0, Double.POSITIVE_INFINITY),
            "1",
            "penalty of contradicting chunks");
    static final Key<String> WEIGHTING = Key.of(
            "ctx-waste.weighting", Form.word("chunk", "token"), "chunk", "what a chunk weighs: 1, or its tokens");
    static final Key<Boolean> INCLUDE_INPUT = Key.of(
            "ctx-waste.include-input", Form.flag(), "false", "whether the judge sees the input beside the output");
    static final Key<String> EVIDENCE = Key.of(
            "ctx-waste.evidence",
            Form.word("lenient", "strict"),
            "lenient",
            "strict: a chunk counts as used only with a quote that stands in it");
    static final Key<String> INVALID_REFERENCE = Key.of(
            "ctx-waste.invalid-reference",
            Form.word("invalid", "drop"),
            "invalid",
            "what chunk ids out of range in groups and pairs do to the row");
    static final Key<String> PASS_RULE = Key.of(
            "ctx-suff.pass-rule",
            Form.word("graded", "strict"),
            "graded",
            "a row passes by its score, or only with every aspect covered");
    static final Key<String> VALIDATION = Key.of(
            "ctx-suff.validation",
            Form.word("strict", "lenient"),
            "strict",
            "lenient: a covered aspect without a citation keeps its status");
    static final Key<String> VACUOUS = Key.of(
            "ctx-suff.vacuous",
            Form.word("not_applicable", "full"),
            "not_applicable",
            "the score of an input that needs no information: none, or 100");
    static final Key<String> SUFF_MODE = Key.of(
            "ctx-suff.mode",
            Form.word("two_step", "single_call"),
            "two_step",
            "two_step: the details are named once per question and shared by all versions; single_call: cheaper, noisier");
    static final Key<Long> MAX_ASPECTS = Key.of(
            "ctx-suff.max-aspects", Form.whole(1, 100), "12", "most details that a question is taken apart into");
    static final Key<String> CONTEXT_FORMAT = Key.of(
            "context.format",
            Form.word("text", "json_array"),
            "text",
            "whether a context text is read as a JSON array");
    static final Key<String> CONTEXT_SPLIT = Key.of(
            "context.split", Form.patternOr("none", "paragraph"), "none", "where a context text is cut into chunks");

    static final Key<List<Integer>> RETRIEVAL_DEPTHS = Key.of(
            "retrieval.k",
            Form.depths(10_000),
            "10",
            "where the retrieval measures cut a list off, such as 5, 10, 100: each of them stands there once for each, precision_5 …");
    static final Key<Double> RETRIEVAL_LEAST = Key.of(
            "retrieval.min-rel", Form.real(0, 1_000_000), "1", "least label of a document that counts as relevant");
    static final Key<String> RETRIEVAL_GAIN = Key.of(
            "retrieval.gain",
            Form.word("linear", "exponential"),
            "linear",
            "what a label counts in ndcg: itself, or 2^label - 1");
    static final Key<TextMatch> RETRIEVAL_MATCH = Key.of(
            "retrieval.match",
            Form.constant(TextMatch.class),
            "containment",
            "when a chunk has the text of a reference context, for ref_precision and ref_recall");
    static final Key<Long> RETRIEVAL_CONTEXT = Key.of(
            "retrieval.context-depth",
            Form.whole(1, 10_000),
            null,
            "how many documents of a run become the context, where a corpus is given; unset: all of them");

    static final Key<List<String>> AGENT_ORDER = Key.of(
            "trace.agent-order",
            Form.names(),
            null,
            "order of the agents for traces that have none; unset: from the events");
    static final Key<Long> BUDGETS = Key.of(
                    "trace.budgets",
                    Form.whole(0, Long.MAX_VALUE),
                    null,
                    "token budget by agent for traces that have none")
            .opened();

    static final Key<Double> PRICE_CONTEXT = Key.of(
            "price.context",
            Form.real(0, Double.POSITIVE_INFINITY),
            null,
            "price of a million context tokens, of the model that answers: for what waste costs");
    static final Key<RowFormat> TABLE_ROWS = Key.of(
                    "tables.rows",
                    Form.constant(RowFormat.class),
                    "parquet",
                    "format of the tables with a row per sample")
            .option("--rows");
    static final Key<Double> MAX_REJECTED =
            Key.of("max-rejected", Form.share(), "1%", "largest share of records that may be rejected; 1 = all");
    static final Key<PrivacyTexts> PRIVACY_TEXTS = Key.of(
            "privacy.texts",
            Form.constant(PrivacyTexts.class),
            "keep",
            "what happens to texts in the report, the worst rows and rejections");

    static final Key<String> COMPARE_BY =
            Key.of("compare.by", Form.text(), "retriever_version", "column that tells the versions apart");
    static final Key<String> COMPARE_BASE = Key.of(
            "compare.base",
            Form.text(),
            null,
            "version that the others are compared with, and that they must not fall behind; unset: the first by name, and none fails");
    static final Key<Double> COMPARE_MARGIN = Key.of(
            "compare.margin",
            Form.real(0, 100),
            "1",
            "points by which a version may be worse before the gate fails; 100: no gate");
    static final Key<Double> COMPARE_COVERAGE = Key.of(
            "compare.coverage",
            Form.share(),
            "0.9",
            "least share of the base's rows that must be compared with a row of the other version; below it the gate can't be told");
    static final Key<List<String>> COMPARE_METRICS =
            Key.of("compare.metrics", Form.names(), null, "metrics that must not fall behind compare.base; unset: all");

    /** In the order of help and tables. */
    static final List<Key<?>> ALL = List.of(
            JOB,
            RUN_ID,
            DATE,
            DATE_ZONE,
            DATE_COLUMN,
            OUTPUT,
            STATE,
            INPUT,
            FORMAT,
            DAMAGED,
            OPTIONS,
            PRESET,
            KIND,
            ROWS,
            WHERE,
            JOIN,
            GROUP,
            FIELDS,
            INPUTS,
            METRICS,
            GROUP_BY,
            THRESHOLDS,
            GATE_BY,
            HISTORY_GATE,
            HISTORY_RUNS,
            RESULT_WEIGHTS,
            JUDGE_KIND,
            JUDGE_PROVIDER,
            JUDGE_URL,
            JUDGE_MODEL,
            JUDGE_KEY_ENV,
            JUDGE_KEY_FILE,
            JUDGE_KEY_ALIAS,
            JUDGE_HEADERS,
            JUDGE_REASONING,
            JUDGE_TEMPERATURE,
            JUDGE_SEED,
            JUDGE_EFFORT,
            JUDGE_WINDOW,
            JUDGE_TOO_LONG,
            JUDGE_CALLS_PER_SAMPLE,
            JUDGE_REQUESTS,
            JUDGE_TOKENS,
            JUDGE_IN_FLIGHT,
            JUDGE_CONNECT,
            JUDGE_ATTEMPT,
            JUDGE_ROW,
            JUDGE_ATTEMPTS,
            JUDGE_DEADLINE,
            JUDGE_MAX_CALLS,
            JUDGE_MAX_COST,
            JUDGE_MAX_TOKENS,
            JUDGE_PRICE_INPUT,
            JUDGE_PRICE_OUTPUT,
            JUDGE_SAMPLE_RATE,
            JUDGE_SAMPLE_SIZE,
            JUDGE_SAMPLE_BY,
            JUDGE_SAMPLE_SEED,
            JUDGE_CACHE,
            JUDGE_CACHE_AGE,
            JUDGE_FALLBACK,
            TOKENIZER,
            TOKEN_BUDGET,
            CONTRADICTION_WEIGHT,
            WEIGHTING,
            INCLUDE_INPUT,
            EVIDENCE,
            INVALID_REFERENCE,
            PASS_RULE,
            VALIDATION,
            VACUOUS,
            SUFF_MODE,
            MAX_ASPECTS,
            CONTEXT_FORMAT,
            CONTEXT_SPLIT,
            RETRIEVAL_DEPTHS,
            RETRIEVAL_LEAST,
            RETRIEVAL_GAIN,
            RETRIEVAL_MATCH,
            RETRIEVAL_CONTEXT,
            AGENT_ORDER,
            BUDGETS,
            PRICE_CONTEXT,
            TABLE_ROWS,
            MAX_REJECTED,
            PRIVACY_TEXTS,
            COMPARE_BY,
            COMPARE_BASE,
            COMPARE_MARGIN,
            COMPARE_COVERAGE,
            COMPARE_METRICS);

    /** The keys that say how the paths of {@link #INPUT} are read. */
    static final List<Key<?>> MAPPING =
            List.of(FORMAT, DAMAGED, OPTIONS, PRESET, KIND, ROWS, WHERE, JOIN, GROUP, FIELDS);

    private Keys() {}

    /** Whether lists or groups are among the values of a key, or of the open key in whose group the name lies. */
    static boolean isParted(String name) {
        return ALL.stream()
                .anyMatch(key -> key.name().equals(name)
                        ? key.open() || key.form().parted()
                        : key.open() && key.form().parted() && name.startsWith(key.name() + "."));
    }

    private static <T> Key<T> calls(Key<T> key) {
        return key.used(Key.Use.CALLS);
    }
}
