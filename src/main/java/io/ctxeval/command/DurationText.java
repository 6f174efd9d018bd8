package io.ctxeval.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number and its unit, such as 250ms, 2s, 5m or 1h; or the ISO form, such as PT2S. */
final class DurationText implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        if (text.startsWith("P")) {
            return iso(text);
        }
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refused(text);
        }
        long amount = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }

    private static Duration iso(String text) {
        try {
            Duration duration = Duration.parse(text);
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeException malformed) {
            throw refused(text);
        }
        throw refused(text);
    }

    private static TypeConversionException refused(String text) {
        return new TypeConversionException(
                "'" + text + "' is no duration; expected a number with ms, s, m or h, such as 250ms, or PT2S");
    }
}
