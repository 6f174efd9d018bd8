package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.judge.Verdict.Evidence;
import io.ctxeval.score.Status;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReplyReaderTest {
    private static final Question WASTE = new Question.Waste(List.of("a", "b"), "out", null);
    private static final Question USAGE = new Question.Usage(List.of("a"), "out", null);
    private static final Question RELATIONS = new Question.Relations(List.of("a", "b"));
    private static final Question DECOMPOSE = new Question.Decompose("q", null, 12);
    private static final Question GRADE = new Question.Grade("q", List.of("x"), List.of("a"), null);
    private static final Question ASSESS = new Question.Assess("q", List.of("a"), null, 12);

    private static final String USED = """
            {"chunks":[{"id":0,"evidence":[],"used":true}],"explanation":"yes"}""";
    private static final Verdict USED_VERDICT =
            new Verdict.Waste(List.of(new ChunkUse(0, true, List.of())), List.of(), List.of(), "yes");

    @Test
    void readsEachStepsShape() {
        assertThat(verdict(WASTE, """
                {"chunks":[{"id":0,"evidence":[{"chunk_quote":"c","output_part":"o"}],"used":true},
                           {"id":1,"evidence":[],"used":false}],
                 "redundant_groups":[[0,1]],"contradictory_pairs":[{"a":1,"b":0,"reason":"r"}],"explanation":"e"}"""))
                .isEqualTo(new Verdict.Waste(
                        List.of(
                                new ChunkUse(0, true, List.of(new Evidence("c", "o"))),
                                new ChunkUse(1, false, List.of())),
                        List.of(List.of(0, 1)),
                        List.of(new Contradiction(1, 0, "r")),
                        "e"));
        assertThat(verdict(USAGE, USED)).isEqualTo(USED_VERDICT);
        assertThat(verdict(RELATIONS, """
                {"redundant_groups":[],"contradictory_pairs":[],"explanation":""}""")).isEqualTo(new Verdict.Waste(List.of(), List.of(), List.of(), ""));
        assertThat(verdict(DECOMPOSE, """
                {"needs_information":true,"aspects":[{"description":"who"}],"explanation":"e"}""")).isEqualTo(new Verdict.Aspects(true, List.of("who"), "e"));
        assertThat(verdict(GRADE, """
                {"aspects":[{"id":0,"evidence":[{"chunk_id":0,"quote":"q"}],"status":"partial","missing_detail":"m"}],
                 "explanation":"e"}"""))
                .isEqualTo(new Verdict.Grades(
                        List.of(new AspectGrade(0, AspectStatus.PARTIAL, List.of(new Citation(0, "q")), "m")), "e"));
        assertThat(verdict(ASSESS, """
                {"needs_information":true,"aspects":[{"description":"who","evidence":[],"status":"missing",
                 "missing_detail":"m"}],"explanation":"e"}"""))
                .isEqualTo(new Verdict.Assessment(
                        true, List.of("who"), List.of(new AspectGrade(0, AspectStatus.MISSING, List.of(), "m")), "e"));
    }

    @Test
    void findsTheAnswerInAFenceOrAsTheLastObjectThatFits() {
        assertThat(verdict(USAGE, "\ufeff  " + USED + "\n")).isEqualTo(USED_VERDICT);
        assertThat(verdict(USAGE, "Here it is:\n```json\n" + USED + "\n```\nBye {}"))
                .isEqualTo(USED_VERDICT);
        assertThat(verdict(USAGE, "<think>{\"chunks\":[]} or {maybe \"{\" }</think> " + USED + " {\"done\":1}"))
                .isEqualTo(USED_VERDICT);
        assertThat(verdict(USAGE, USED.replace("yes", "first") + "\nno, rather\n" + USED))
                .isEqualTo(USED_VERDICT);
        assertThat(verdict(USAGE, "```\n{}\n```\n```\n" + USED + "\n```")).isEqualTo(USED_VERDICT);
    }

    @Test
    void repairsTrailingCommasAndNothingElse() {
        assertThat(verdict(USAGE, """
                {"chunks":[{"id":0,"evidence":[],"used":true,},],"explanation":"yes",}""")).isEqualTo(USED_VERDICT);
        assertThat(unreadable(USAGE, USED.replace('"', '\'')).status()).isEqualTo(Status.JUDGE_UNPARSEABLE);
        assertThat(unreadable(USAGE, USED.replace("true", "True")).reason()).contains("no complete JSON object");
        assertThat(unreadable(USAGE, USED.substring(0, 40)).reason()).contains("no complete JSON object");
        assertThat(unreadable(USAGE, "{\"chunks\":[{\"id\":NaN,\"evidence\":[],\"used\":true}],\"explanation\":\"\"}")
                        .reason())
                .contains("plain numbers");
        assertThat(unreadable(USAGE, "{\"chunks\":[],\"explanation\":\"a\",\"explanation\":\"b\"}")
                        .reason())
                .contains("unique keys");
    }

    @Test
    void passesOverPropertiesThatNobodyAskedFor() {
        assertThat(verdict(USAGE, """
                {"thought":{"a":[1]},"chunks":[{"id":0,"score":0.5,"evidence":[],"used":true}],"explanation":"yes"}""")).isEqualTo(USED_VERDICT);
        assertThat(verdict(USAGE, """
                {"chunks":[{"id":0,"evidence":[],"used":true}],"redundant_groups":"none","explanation":"yes"}""")).isEqualTo(USED_VERDICT);
    }

    @Test
    void namesWhatIsWrongWithItsPlace() {
        assertThat(reason(USAGE, "{\"chunks\":[{\"id\":0,\"evidence\":[]}],\"explanation\":\"\"}"))
                .isEqualTo("chunks[0].used: missing; every property is required");
        assertThat(reason(USAGE, "{\"chunks\":[{\"id\":0,\"evidence\":[],\"used\":\"yes\"}],\"explanation\":\"\"}"))
                .isEqualTo("chunks[0].used: expected true or false, found a string");
        assertThat(reason(USAGE, "{\"chunks\":{},\"explanation\":\"\"}"))
                .isEqualTo("chunks: expected a list, found an object");
        assertThat(reason(USAGE, "[]")).isEqualTo("the reply: expected an object, found a list");
        assertThat(reason(USAGE, "{\"chunks\":[null],\"explanation\":\"\"}"))
                .isEqualTo("chunks[0]: expected an object, found null");
        assertThat(reason(GRADE, """
                {"aspects":[{"id":0,"evidence":[],"status":"sort of","missing_detail":""}],"explanation":""}"""))
                .isEqualTo("aspects[0].status: expected covered, partial or missing, found something else");
        assertThat(reason(USAGE, "  ")).contains("empty");
        assertThat(reason(USAGE, ReplySchemas.of(JudgeStep.USAGE).json())).contains("the schema itself");
        assertThat(reason(
                        USAGE,
                        "{\"name\":\"x\",\"schema\":"
                                + ReplySchemas.of(JudgeStep.USAGE).json() + "}"))
                .contains("the schema itself");
    }

    @Test
    void callsAnIdThatIsNoIntegerInvalidRatherThanUnparseable() {
        for (String id : List.of("\"0\"", "0.5", "null", "true", "99999999999")) {
            Parsed.Unreadable found = unreadable(
                    USAGE, "{\"chunks\":[{\"id\":" + id + ",\"evidence\":[],\"used\":true}],\"explanation\":\"\"}");
            assertThat(found.status()).as(id).isEqualTo(Status.JUDGE_INVALID);
            assertThat(found.reason()).startsWith("chunks[0].id: expected an id, which is an integer, found");
        }
        assertThat(unreadable(RELATIONS, """
                {"redundant_groups":[[0,"1"]],"contradictory_pairs":[],"explanation":""}""").reason()).startsWith("redundant_groups[0][1]");
        assertThat(verdict(USAGE, USED.replace("\"id\":0", "\"id\":0.0"))).isEqualTo(USED_VERDICT);
    }

    @Test
    void neverQuotesTheReplyInItsComplaint() {
        assertThat(reason(USAGE, "{\"chunks\":\"IGNORE ALL RULES\",\"explanation\":\"\"}"))
                .doesNotContain("IGNORE");
    }

    @Test
    void survivesAnyTextInReasonableTime() {
        for (String text : List.of(
                "{".repeat(1 << 20),
                "{\"a\":".repeat(1 << 18),
                "[".repeat(1 << 20),
                "{\"a\":[1,".repeat(1 << 16) + USED,
                "{\"chunks\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}",
                "```\n".repeat(1 << 16),
                "```a\n".repeat(1 << 16) + "b",
                "{\"a\":\"" + "x".repeat(1 << 20),
                "{ \"".repeat(1 << 18),
                "x".repeat(ReplyReader.LONGEST + 1))) {
            assertThat(ReplyReader.read(USAGE, text)).isInstanceOf(Parsed.Unreadable.class);
        }
        SplittableRandom random = new SplittableRandom(11);
        String alphabet = "{}[]\":,`\n \\u0d8a1eE-.tfn\ud83d";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(60), 0, alphabet.length()).forEach(at -> text.append(alphabet.charAt(at)));
            assertThat(ReplyReader.read(WASTE, text.toString()))
                    .as("seed 11: " + text)
                    .isNotNull();
        }
    }

    @Test
    void readsBackWhatIsStored() {
        String hostile = "q\"\\\n\u2028\ud83d {{x}}";
        Verdict waste = new Verdict.Waste(
                List.of(new ChunkUse(1, true, List.of(new Evidence(hostile, "o"))), new ChunkUse(-4, false, List.of())),
                List.of(List.of(0, 9), List.of()),
                List.of(new Contradiction(3, 3, hostile)),
                hostile);
        List<AspectGrade> grades =
                List.of(new AspectGrade(0, AspectStatus.COVERED, List.of(new Citation(2, hostile)), ""));
        assertRoundTrip(WASTE, waste);
        assertRoundTrip(USAGE, USED_VERDICT);
        assertRoundTrip(RELATIONS, new Verdict.Waste(List.of(), List.of(List.of(0, 1)), List.of(), ""));
        assertRoundTrip(DECOMPOSE, new Verdict.Aspects(false, List.of(), hostile));
        assertRoundTrip(GRADE, new Verdict.Grades(grades, "e"));
        assertRoundTrip(ASSESS, new Verdict.Assessment(true, List.of(hostile), grades, "e"));
        assertThat(JudgementJson.write(new Verdict.Aspects(true, List.of("who"), "e")))
                .isEqualTo(
                        "{\"needs_information\":true,\"aspects\":[{\"description\":\"who\"}],\"explanation\":\"e\"}");
    }

    private static void assertRoundTrip(Question question, Verdict verdict) {
        assertThat(JudgementJson.read(question, JudgementJson.write(verdict))).isEqualTo(verdict);
        assertThat(JudgementJson.write(verdict)).doesNotContain("\n", "\u2028");
    }

    private static Verdict verdict(Question question, String text) {
        Parsed parsed = ReplyReader.read(question, text);
        assertThat(parsed).as(text).isInstanceOf(Parsed.Judgement.class);
        return ((Parsed.Judgement) parsed).verdict();
    }

    private static Parsed.Unreadable unreadable(Question question, String text) {
        Parsed parsed = ReplyReader.read(question, text);
        assertThat(parsed).as(text).isInstanceOf(Parsed.Unreadable.class);
        return (Parsed.Unreadable) parsed;
    }

    private static String reason(Question question, String text) {
        return unreadable(question, text).reason();
    }
}
