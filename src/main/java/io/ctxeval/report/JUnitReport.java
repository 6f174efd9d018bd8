package io.ctxeval.report;

import io.ctxeval.compare.ComparisonLine;
import io.ctxeval.compare.GateOutcome;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateRule;
import io.ctxeval.summary.GateVerdict;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code junit.xml}: each gate is a test case, for systems that show test results. A miss is a failure, what can't be told an
 * error, what applies to no row skipped; a gate that only warns passes and says so in its output. What ends a run with another code
 * than 0 and is no gate is an error of the suite {@code run}.
 */
public final class JUnitReport {
    private static final int LONGEST = 500;

    private JUnitReport() {}

    /** What a test system shows of one gate. */
    private record Case(String suite, String group, String name, GateVerdict verdict, String words) {}

    /** The whole file. */
    public static String of(RunReport report) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            write(xml, report);
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("writing into memory failed", e);
        }
        return text.append('\n').toString();
    }

    private static void write(XMLStreamWriter xml, RunReport report) throws XMLStreamException {
        List<Case> cases = cases(report);
        start(xml, "testsuites", 0);
        attribute(xml, "name", "ctxeval " + report.manifest().job());
        counts(xml, cases);
        for (String suite : cases.stream().map(Case::suite).distinct().toList()) {
            List<Case> own =
                    cases.stream().filter(one -> one.suite().equals(suite)).toList();
            start(xml, "testsuite", 1);
            attribute(xml, "name", suite);
            attribute(xml, "timestamp", report.manifest().startedAt().toString());
            attribute(xml, "time", seconds(report.manifest()));
            counts(xml, own);
            for (Case one : own) {
                write(xml, one);
            }
            end(xml, 1);
        }
        end(xml, 0);
    }

    private static List<Case> cases(RunReport report) {
        List<Case> cases = new ArrayList<>();
        for (String reason : report.manifest().exitReasons()) {
            cases.add(new Case("run", report.manifest().runId(), "ends as it should", GateVerdict.INCOMPLETE, reason));
        }
        for (GateResult gate : report.gates()) {
            cases.add(new Case("thresholds", gate.group().text(), name(gate), gate.verdict(), gate.reason()));
        }
        for (ComparisonLine line : report.comparisons()) {
            String reason = line.gateReason();
            if (reason != null) {
                cases.add(new Case(
                        "comparison",
                        line.candidate() + " against " + line.base(),
                        line.metric() + ": no regression",
                        verdict(line.gate()),
                        reason));
            }
        }
        return cases;
    }

    /** The same every night, so that a test system knows a gate again; so the limit that earlier runs set isn't in it. */
    private static String name(GateResult gate) {
        if (gate.rule() == GateRule.CHANGE) {
            return gate.metric() + ": no worse than in the runs before";
        }
        String rule = gate.rule().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return gate.metric() + ": " + rule + (gate.higherIsBetter() ? " at least " : " at most ")
                + Shown.decimal(gate.threshold());
    }

    private static GateVerdict verdict(GateOutcome gate) {
        return switch (gate) {
            case PASSED -> GateVerdict.PASS;
            case FAILED -> GateVerdict.FAIL;
            case TOO_SMALL, UNTOLD -> GateVerdict.INCOMPLETE;
            case OFF -> GateVerdict.NOT_APPLICABLE;
        };
    }

    private static void counts(XMLStreamWriter xml, List<Case> cases) throws XMLStreamException {
        attribute(xml, "tests", String.valueOf(cases.size()));
        attribute(xml, "failures", count(cases, GateVerdict.FAIL));
        attribute(xml, "errors", count(cases, GateVerdict.INCOMPLETE));
        attribute(xml, "skipped", count(cases, GateVerdict.NOT_APPLICABLE));
    }

    private static String count(List<Case> cases, GateVerdict verdict) {
        return String.valueOf(
                cases.stream().filter(one -> one.verdict() == verdict).count());
    }

    private static void write(XMLStreamWriter xml, Case one) throws XMLStreamException {
        start(xml, "testcase", 2);
        attribute(xml, "classname", one.suite() + "." + one.group());
        attribute(xml, "name", one.name());
        attribute(xml, "time", "0");
        String outcome = switch (one.verdict()) {
            case FAIL -> "failure";
            case INCOMPLETE -> "error";
            case NOT_APPLICABLE -> "skipped";
            case PASS, WARN -> null;
        };
        if (outcome != null) {
            outcome(xml, outcome, one.words());
        } else {
            start(xml, "system-out", 3);
            xml.writeCharacters(text((one.verdict() == GateVerdict.WARN ? "warning: " : "") + one.words()));
            xml.writeEndElement();
        }
        end(xml, 2);
    }

    private static void outcome(XMLStreamWriter xml, String element, String words) throws XMLStreamException {
        start(xml, element, 3);
        attribute(xml, "message", words);
        xml.writeEndElement();
    }

    private static void start(XMLStreamWriter xml, String element, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
        xml.writeStartElement(element);
    }

    private static void end(XMLStreamWriter xml, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
        xml.writeEndElement();
    }

    private static void attribute(XMLStreamWriter xml, String name, @Nullable String value) throws XMLStreamException {
        xml.writeAttribute(name, text(value == null ? "" : value));
    }

    /** One bounded line of characters that XML 1.0 may hold. */
    private static String text(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        ShownText.line(text, LONGEST)
                .codePoints()
                .map(c -> (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) || (c | 1) == 0xFFFF ? '?' : c)
                .forEach(safe::appendCodePoint);
        return safe.toString();
    }

    private static String seconds(RunManifest manifest) {
        Duration took = Duration.between(manifest.startedAt(), manifest.finishedAt());
        return String.format(Locale.ROOT, "%.3f", took.toMillis() / 1000.0);
    }
}
