package io.ctxeval.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected values were printed by CPython 3.11.7. */
class PythonNumbersTest {
    @ParameterizedTest
    @CsvSource({
        "2, 2.0",
        "100, 100.0",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "1e15, 1000000000000000.0",
        "1e16, 1e+16",
        "123456789012345680, 1.2345678901234568e+17",
        "2.5e300, 2.5e+300",
        "5e-324, 5e-324",
        "1e-323, 1e-323",
        "2e-323, 2e-323",
        "1e23, 1e+23",
        "9.5367431640625e-07, 9.5367431640625e-07",
        "5.684341886080802e-14, 5.684341886080802e-14",
        "-0.0, -0.0",
        "1e400, inf",
        "-1e400, -inf",
        "2e23, 2e+23",
        "9007199254740993, 9007199254740992.0",
        "0.1, 0.1",
        "1e22, 1e+22"
    })
    void writesFloatsAsPythonDoes(String value, String expected) {
        assertThat(PythonNumbers.text(Double.parseDouble(value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "' +5 ', 5", "-٣, -3", "５, 5", "1_000, 1000", "\u00A05\u0085, 5", "𖫁, 1", "-0, 0", "0012, 12"})
    void readsTheTextsThatPythonReads(String text, BigInteger expected) {
        assertThat(PythonNumbers.whole(text)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "12.5", "1e3", "1 000", "1__0", "_1", "1_", "+ 5", "+", "--1", "\u001C5", "½", "-_5"})
    void refusesTheTextsThatPythonRefuses(String text) {
        assertThat(PythonNumbers.whole(text)).isEmpty();
    }

    @Test
    void readsIntegersOfAnySize() {
        String digits = "9".repeat(400);
        assertThat(PythonNumbers.whole(digits)).contains(new BigInteger(digits));
    }
}
