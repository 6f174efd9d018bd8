package io.ctxeval.judge;

import io.ctxeval.embedding.Cosine;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Evidence;
import io.ctxeval.text.LexicalUse;
import io.ctxeval.text.WordScanner;
import java.util.ArrayList;
import java.util.List;

/**
 * Which chunks an output uses, by the mean of two figures in [0, 1]: the largest word overlap of a sentence of the chunk with one of
 * the output (metrics.md 6.4), and the largest cosine of two such sentences. Words alone miss what is said anew, cosines alone
 * can't tell the same subject from the same statement. Used from {@value #USED} on: of all hundredths the one with the largest sum of
 * Youden's J over CLAP NQ and RAMDocs (output: question and right answers), on the calibration halves of their samples. A chunk in
 * another script than Latin is judged by words alone.
 */
final class EmbeddedUse {
    static final double USED = 0.51;

    private final SentenceMemory memory;
    private final WordScanner scanner = new WordScanner();
    private final LexicalUse use = new LexicalUse();

    EmbeddedUse(SentenceMemory memory) {
        this.memory = memory;
    }

    /** The closest sentences of a chunk and the output. */
    private record Closest(double cosine, int sentence, int partner) {}

    List<ChunkUse> uses(List<String> chunks, String output) {
        scanner.clear();
        chunks.forEach(scanner::scan);
        int outputNumber = scanner.scan(output);
        use.measure(scanner, 0, chunks.size(), outputNumber);
        List<String> outputSentences = sentences(output, outputNumber);
        List<ChunkUse> uses = new ArrayList<>(chunks.size());
        for (int id = 0; id < chunks.size(); id++) {
            if (!Script.isLatin(chunks.get(id))) {
                uses.add(byWords(id, chunks.get(id), output, outputNumber));
                continue;
            }
            List<String> own = sentences(chunks.get(id), id);
            Closest closest = closest(own, outputSentences);
            double strength = (use.usage(id) + closest.cosine()) / 2;
            boolean used = closest.sentence() >= 0 && strength >= USED;
            List<Evidence> evidence =
                    used ? List.of(evidence(id, own, outputSentences, closest, outputNumber)) : List.of();
            uses.add(new ChunkUse(id, used, evidence, strength));
        }
        return uses;
    }

    /** As the lexical judge has it: without a strength, for the two can't be ranked together. */
    private ChunkUse byWords(int id, String chunk, String output, int outputNumber) {
        boolean used = use.isUsed(id) && scanner.firstSegment(outputNumber) < scanner.firstSegment(outputNumber + 1);
        List<Evidence> evidence = used
                ? List.of(new Evidence(
                        WordConflicts.quote(scanner, chunk, use.bestSegment(id)),
                        WordConflicts.quote(scanner, output, use.partner(use.bestSegment(id)))))
                : List.of();
        return new ChunkUse(id, used, evidence);
    }

    /** The pair that shares the most words; without a shared run of words, the closest one. */
    private Evidence evidence(int id, List<String> own, List<String> outputs, Closest closest, int outputNumber) {
        int best = use.bestSegment(id);
        if (best < 0) {
            return new Evidence(own.get(closest.sentence()), outputs.get(closest.partner()));
        }
        return new Evidence(
                own.get(best - scanner.firstSegment(id)),
                outputs.get(use.partner(best) - scanner.firstSegment(outputNumber)));
    }

    private Closest closest(List<String> own, List<String> outputs) {
        Closest closest = new Closest(0, -1, -1);
        for (int s = 0; s < own.size(); s++) {
            float[] vector = memory.vector(own.get(s));
            for (int q = 0; q < outputs.size(); q++) {
                double cosine = Cosine.of(vector, memory.vector(outputs.get(q)));
                if (cosine > closest.cosine()) {
                    closest = new Closest(cosine, s, q);
                }
            }
        }
        return closest;
    }

    private List<String> sentences(String text, int number) {
        List<String> sentences = new ArrayList<>();
        for (int s = scanner.firstSegment(number); s < scanner.firstSegment(number + 1); s++) {
            sentences.add(text.substring(scanner.segmentFrom(s), scanner.segmentTo(s)));
        }
        return sentences;
    }
}
