package io.ctxeval.command;

import io.ctxeval.ledger.Prunable;
import io.ctxeval.prune.Retention;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "prune",
        description = {
            "Name what is older than the retention (at least a day: what is younger may belong to a run at work), and delete it with --yes: runs (never the newest, never the one that"
                    + " latest.json names), leftovers of runs that died, answers in the ledger.",
            "An answer that is deleted is asked and paid for again when its question comes up."
        })
final class Prune implements Callable<Integer> {
    private static final Pattern AGE = Pattern.compile("(\\d{1,5})([dh])");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Option(names = "--output", paramLabel = "DIR", required = true, description = "the folder that holds runs/")
    @SuppressWarnings("NullAway.Init") // picocli requires it
    private String output;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "the folder that holds ledger/ (default: OUTPUT/state)")
    private @Nullable String state;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            required = true,
            description = "days or hours, such as 30d or 48h; at least 1d")
    @SuppressWarnings("NullAway.Init") // picocli requires it
    private String olderThan;

    @Option(names = "--dry-run", description = "only name what would be deleted, as without --yes")
    private boolean dryRun;

    @Option(names = "--yes", description = "delete what is named")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        if (dryRun && yes) {
            throw new ParameterException(spec.commandLine(), "--dry-run and --yes: one of the two");
        }
        Storage storage = Storage.ofClassPath();
        requireFolder(storage, "--output", output);
        if (state != null) {
            requireFolder(storage, "--state", state);
        }
        String ledger = state != null ? state : output + (output.endsWith("/") ? "" : "/") + "state";
        Retention retention = new Retention(storage, output, ledger, age());
        List<Prunable> old = retention.prunable(Instant.now());
        return yes ? delete(retention, old) : name(old);
    }

    private Duration age() {
        Matcher parts = AGE.matcher(olderThan);
        if (parts.matches()) {
            long amount = Long.parseLong(parts.group(1));
            Duration age = parts.group(2).equals("d") ? Duration.ofDays(amount) : Duration.ofHours(amount);
            if (age.compareTo(Retention.SHORTEST) >= 0) {
                return age;
            }
        }
        throw new ParameterException(
                spec.commandLine(),
                "--older-than: " + olderThan
                        + "; must be days or hours, such as 30d or 48h, and at least 1d: what is younger"
                        + " may belong to a run at work");
    }

    private void requireFolder(Storage storage, String option, String folder) throws IOException {
        boolean there;
        try {
            there = storage.isFolder(folder);
        } catch (IllegalArgumentException malformed) {
            throw new ParameterException(
                    spec.commandLine(), option + ": " + folder + "; is no path: " + malformed.getMessage(), malformed);
        }
        if (!there) {
            throw new ParameterException(spec.commandLine(), option + ": " + folder + "; there is no such folder");
        }
    }

    private int name(List<Prunable> old) {
        PrintWriter out = spec.commandLine().getOut();
        if (old.isEmpty()) {
            out.println("nothing is older than " + olderThan);
            return ExitCode.PASSED.code();
        }
        old.forEach(prunable -> out.println(described(prunable)));
        out.println(total(old) + " older than " + olderThan + "; nothing was deleted: --yes deletes");
        return ExitCode.PASSED.code();
    }

    private int delete(Retention retention, List<Prunable> old) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        int failed = 0;
        for (Prunable prunable : old) {
            try {
                retention.delete(prunable);
                out.println("deleted " + described(prunable));
            } catch (IOException failure) {
                failed++;
                err.println("not deleted " + described(prunable) + ": " + failure.getMessage());
            }
        }
        out.println(total(old) + " older than " + olderThan + (failed == 0 ? "" : "; not deleted: " + failed));
        return (failed == 0 ? ExitCode.PASSED : ExitCode.FAILED).code();
    }

    private static String described(Prunable prunable) {
        return prunable.path() + "  " + prunable.what() + ", " + prunable.bytes() + " bytes, last changed "
                + prunable.newest();
    }

    private static String total(List<Prunable> old) {
        long bytes = old.stream().mapToLong(Prunable::bytes).sum();
        return old.size() + (old.size() == 1 ? " thing, " : " things, ") + bytes + " bytes";
    }
}
