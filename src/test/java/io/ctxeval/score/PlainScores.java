package io.ctxeval.score;

import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.text.AnswerWords;
import io.ctxeval.text.NormalForm;
import io.ctxeval.text.Segments;
import io.ctxeval.text.Shingles;
import io.ctxeval.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The deterministic scores as metrics.md 6 words them, without a thought for speed; NaN where undefined. */
final class PlainScores {
    private final List<String> chunks;
    private final String output;
    private final String input;
    private final List<String> reference;

    PlainScores(RagSample sample) {
        chunks = ((RetrievedContext.Chunks) Objects.requireNonNull(sample.context()))
                .chunks().stream().map(chunk -> chunk.text()).toList();
        output = Objects.requireNonNull(sample.output());
        input = Objects.requireNonNull(sample.input());
        reference = Objects.requireNonNull(sample.reference());
    }

    double exactDuplicateRatio() {
        Set<String> forms = new HashSet<>();
        chunks.forEach(chunk -> forms.add(NormalForm.of(chunk)));
        return (double) (chunks.size() - forms.size()) / chunks.size();
    }

    double nearDuplicateRatio() {
        int n = chunks.size();
        boolean[][] reach = new boolean[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                reach[i][j] = i == j || near(chunks.get(i), chunks.get(j));
            }
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    reach[i][j] |= reach[i][k] && reach[k][j];
                }
            }
        }
        Set<List<Boolean>> components = new HashSet<>();
        for (boolean[] row : reach) {
            List<Boolean> component = new ArrayList<>();
            for (boolean one : row) {
                component.add(one);
            }
            components.add(component);
        }
        return (double) (n - components.size()) / n;
    }

    private static boolean near(String a, String b) {
        if (NormalForm.of(a).equals(NormalForm.of(b))) {
            return true;
        }
        Set<List<String>> shinglesOfA = Shingles.of(Words.words(a), 5);
        Set<List<String>> shinglesOfB = Shingles.of(Words.words(b), 5);
        Set<List<String>> both = new HashSet<>(shinglesOfA);
        both.retainAll(shinglesOfB);
        Set<List<String>> any = new HashSet<>(shinglesOfA);
        any.addAll(shinglesOfB);
        int smaller = Math.min(shinglesOfA.size(), shinglesOfB.size());
        return !both.isEmpty() && (both.size() >= 0.8 * any.size() || (smaller >= 5 && both.size() >= 0.9 * smaller));
    }

    private double usage(String chunkSegment) {
        double usage = 0;
        List<String> s = Words.words(chunkSegment);
        for (String outputSegment : Segments.texts(output)) {
            List<String> q = Words.words(outputSegment);
            int k = Math.min(3, Math.min(s.size(), q.size()));
            Set<List<String>> ofS = Shingles.of(s, k);
            Set<List<String>> ofQ = Shingles.of(q, k);
            Set<List<String>> both = new HashSet<>(ofS);
            both.retainAll(ofQ);
            usage = Math.max(usage, (double) both.size() / Math.min(ofS.size(), ofQ.size()));
        }
        return usage;
    }

    double lexUtilisation() {
        long used = chunks.stream()
                .filter(chunk -> Segments.texts(chunk).stream().anyMatch(segment -> usage(segment) >= 0.2))
                .count();
        return (double) used / chunks.size();
    }

    double lexDensity() {
        int all = 0;
        int used = 0;
        for (String chunk : chunks) {
            for (String segment : Segments.texts(chunk)) {
                int tokens = (segment.codePointCount(0, segment.length()) + 3) / 4;
                all += tokens;
                used += usage(segment) >= 0.2 ? tokens : 0;
            }
        }
        return all == 0 ? Double.NaN : (double) used / all;
    }

    double support() {
        List<String> segments = Segments.texts(output);
        int supported = 0;
        for (String segment : segments) {
            Set<String> words = Set.copyOf(Words.words(segment));
            boolean found = chunks.stream().anyMatch(chunk -> {
                Set<String> both = new HashSet<>(words);
                both.retainAll(Words.words(chunk));
                return 2 * both.size() >= words.size();
            });
            supported += found ? 1 : 0;
        }
        return (double) supported / segments.size();
    }

    double queryCoverage() {
        Set<String> wanted = Words.content(input);
        Set<String> found = new HashSet<>();
        chunks.forEach(chunk -> found.addAll(Words.content(chunk)));
        found.retainAll(wanted);
        return (double) found.size() / wanted.size();
    }

    double answerInContext() {
        return reference.stream()
                        .map(AnswerWords::words)
                        .filter(words -> !words.isEmpty())
                        .anyMatch(words -> chunks.stream()
                                .anyMatch(chunk -> Collections.indexOfSubList(AnswerWords.words(chunk), words) >= 0))
                ? 1
                : 0;
    }

    double answerTokenRecall() {
        double best = 0;
        for (String answer : reference) {
            List<String> words = AnswerWords.words(answer);
            List<String> context = new ArrayList<>();
            chunks.forEach(chunk -> context.addAll(AnswerWords.words(chunk)));
            long shared = words.stream().filter(context::remove).count();
            best = words.isEmpty() ? best : Math.max(best, (double) shared / words.size());
        }
        return best;
    }
}
