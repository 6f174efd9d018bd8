package io.ctxeval.dataset.mapping;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A {@code where} of the mapping (formats.md 4.1). A comparison with a missing value doesn't hold. */
sealed interface Condition {
    boolean holdsIn(Scope scope);

    /** The expressions whose values are looked at. */
    List<Expression> expressions();

    /** Both hold. */
    record And(Condition left, Condition right) implements Condition {
        @Override
        public boolean holdsIn(Scope scope) {
            return left.holdsIn(scope) && right.holdsIn(scope);
        }

        @Override
        public List<Expression> expressions() {
            return Stream.concat(left.expressions().stream(), right.expressions().stream())
                    .toList();
        }
    }

    /** At least one holds. */
    record Or(Condition left, Condition right) implements Condition {
        @Override
        public boolean holdsIn(Scope scope) {
            return left.holdsIn(scope) || right.holdsIn(scope);
        }

        @Override
        public List<Expression> expressions() {
            return Stream.concat(left.expressions().stream(), right.expressions().stream())
                    .toList();
        }
    }

    /** {@code = x}, {@code in (x, y)}: the value is one of the literals; negated: it is another. */
    record OneOf(Expression of, List<Literal> literals, boolean negated) implements Condition {
        @Override
        public boolean holdsIn(Scope scope) {
            Node value = of.valueIn(scope);
            if (value == null || value.kind() == Node.Kind.NULL) {
                return false;
            }
            boolean structured = value.kind() == Node.Kind.LIST || value.kind() == Node.Kind.OBJECT;
            String text = structured ? value.json() : value.text();
            for (Literal literal : literals) {
                if (literal.equalTo(text)) {
                    return !negated;
                }
            }
            return negated;
        }

        @Override
        public List<Expression> expressions() {
            return List.of(of);
        }
    }

    /** {@code is null}; negated: {@code is not null}. */
    record IsNull(Expression of, boolean negated) implements Condition {
        @Override
        public boolean holdsIn(Scope scope) {
            return Navigation.isNull(of.valueIn(scope)) != negated;
        }

        @Override
        public List<Expression> expressions() {
            return List.of(of);
        }
    }

    /**
     * What a value is compared with.
     *
     * @param number the literal as a number, where it was written without quotes; then {@code 1.0} equals {@code 1}
     */
    record Literal(String text, @Nullable BigDecimal number) {
        boolean equalTo(String value) {
            if (number == null) {
                return text.equals(value);
            }
            try {
                return number.compareTo(new BigDecimal(value.strip())) == 0;
            } catch (NumberFormatException noNumber) {
                return false;
            }
        }
    }
}
