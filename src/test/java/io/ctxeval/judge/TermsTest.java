package io.ctxeval.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Term.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TermsTest {
    private static List<String> of(Kind kind, String sentence) {
        return Terms.of(sentence).stream()
                .filter(term -> term.is(kind))
                .map(Term::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "holds 1,200 litres | 1200",
                "holds 1200 litres | 1200",
                "holds 1 200 litres | 1200",
                "holds 1\u00A0200 litres | 1200",
                "holds 1’200 litres | 1200",
                "holds 1,200,000.50 litres | 1200000.5",
                "holds 1.2 million litres | 1200000",
                "holds two million litres | 2000000",
                "costs 2.50 crowns | 2.5",
                "costs 2,50 crowns | 2.5",
                "costs 2.5 crowns | 2.5",
                "costs .5 crowns | 0.5",
                "takes one hour | 1",
                "takes twelve hours | 12",
                "takes twenty-five hours | 25",
                "weighs 15kg | 15",
                "is the 3rd of its kind | 3",
                "grows by 30% a year | 30",
                "needs 1.2.3 of it | 1.2.3"
            })
    void aNumberHasOneSpelling(String sentence, String number) {
        assertThat(of(Kind.NUMBER, "It " + sentence + ".")).containsExactly(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No one knows this one.",
                "This is one of the best.",
                "One must pay for the first one.",
                "The one that waits pays."
            })
    void oneIsNoNumberWhereItStandsForSomething(String sentence) {
        assertThat(of(Kind.NUMBER, sentence)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The lift on Platform 3 is broken. | platform 3",
                "The lift on platform three is broken. | platform 3",
                "Step 1 takes a minute. | step 1",
                "Put Item #5 away. | item 5",
                "Apollo 11 was a success. | apollo 11",
                "They flew with Apollo 12 to the moon. | apollo 12",
                "Meet me in room no. 5 at noon. | no 5",
                "The gate B2 is closed. | b2"
            })
    void aNumberThatNamesAThingIsALabel(String sentence, String label) {
        assertThat(of(Kind.LABEL, sentence)).containsExactly(label);
        assertThat(of(Kind.NUMBER, sentence)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bring 5 locks.",
                "It costs EUR 5 a day.",
                "It opens on May 5.",
                "Each room 5 guests may sleep in.",
                "In Berlin, 5 bikes wait."
            })
    void aNumberThatCountsIsNoLabel(String sentence) {
        assertThat(of(Kind.NUMBER, sentence)).containsExactly("5");
        assertThat(of(Kind.LABEL, sentence)).isEmpty();
    }

    @Test
    void aDateIsToldFromATimeThatComesAgain() {
        assertThat(of(Kind.DATE, "Opened on 5 May 1931, in May it rains.")).containsExactly("may");
        assertThat(of(Kind.OCCASION, "We may march in July and on Sundays.")).containsExactly("july", "sunday");
        assertThat(of(Kind.NAME, "The course starts on Monday in Kalamazoo.")).containsExactly("monday", "kalamazoo");
    }
}
