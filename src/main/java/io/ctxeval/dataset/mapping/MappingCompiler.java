package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.mapping.ExpressionParser.BadExpression;
import io.ctxeval.dataset.mapping.ExpressionParser.Names;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.MappingSpec.JoinSpec;
import io.ctxeval.plan.MappingSpec.Take;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.ScoringOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Compiles a mapping as written; gathers every problem, then refuses once. */
final class MappingCompiler {
    /** Fields that order the rows of a group or make up its parts, and are not dimensions of the record. */
    private static final Set<String> PARTS_OF_GROUPS = Set.of(
            "event",
            "trace",
            "order",
            "time",
            "type",
            "agent",
            "request",
            "response",
            "model",
            "input_tokens",
            "output_tokens",
            "budget_tokens",
            "used_tokens",
            "id",
            "parent",
            "names_agent",
            "agent_otherwise",
            "newest");

    private static final Set<String> PARTS_OF_RECORDS = Set.of(
            "sample_id",
            "input",
            "output",
            "context",
            "reference",
            "reference_context",
            "as_of",
            "aspects",
            "ctx_waste_judgement",
            "ctx_suff_judgement",
            "trace_events",
            "agent_order",
            "budget_ledger",
            "reference_context_ids",
            "reference_groups");

    private static final Set<String> PARTS_OF_RETRIEVAL =
            Set.of("query_id", "doc_id", "relevance", "rank", "score", "run", "title", "text", "iteration");

    private final String at;
    private final List<String> problems = new ArrayList<>();
    private final Set<String> topNames = new LinkedHashSet<>();
    private final Map<String, String> sources = new LinkedHashMap<>();

    MappingCompiler(String at) {
        this.at = at;
    }

    void refuseProblems() throws PlanRefused {
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    ChunkReader chunkReader(ScoringOptions scoring) {
        try {
            return ChunkReader.of(scoring);
        } catch (PatternSyntaxException bad) {
            problems.add("split: " + bad.getDescription() + " in " + scoring.split()
                    + "; must be none, paragraph or a regular expression");
            return ChunkReader.PLAIN;
        }
    }

    CompiledMapping compile(MappingSpec spec, Collection<String> groupBy) {
        RowKind kind = kind(spec.kind());
        List<String> joinNames = spec.joins().stream().map(JoinSpec::as).toList();
        List<RowSource> rows = rows(spec.rows(), new Names(false, joinNames));
        Names names = new Names(!rows.isEmpty(), joinNames);
        Condition where = spec.where() == null ? null : condition("where", spec.where(), names);
        List<Mapping.Join> joins = joins(spec.joins(), names);
        Expression group = spec.group() == null ? null : expression("group", spec.group(), names);
        Map<String, FieldRule> rules = rules(kind, spec.fields(), names);
        addSelfMapped(kind, groupBy, !rows.isEmpty(), rules);
        List<FieldRule> fields = new ArrayList<>(rules.values());
        Map<String, Integer> places = new HashMap<>();
        fields.forEach(rule -> places.put(rule.name(), places.size()));
        boolean grouped = kind.ofTraces() || group != null || rules.containsKey("newest");
        Set<String> dimensions = new LinkedHashSet<>();
        for (String name : rules.keySet()) {
            boolean part = PARTS_OF_RECORDS.contains(name)
                    || (grouped && PARTS_OF_GROUPS.contains(name))
                    || (kind.ofRetrieval() && PARTS_OF_RETRIEVAL.contains(name));
            if (!name.startsWith("_") && (!part || groupBy.contains(name))) {
                dimensions.add(name);
            }
        }
        return new CompiledMapping(
                kind,
                rows,
                !rows.isEmpty() && fields.stream().noneMatch(MappingCompiler::takesElements),
                where,
                joins,
                group,
                fields,
                dimensions,
                sources,
                new Columns(topNames),
                places);
    }

    /** Whether a field may be filled with an element of rows as it is, and not with something in it. */
    private static boolean takesElements(FieldRule field) {
        return field.alternatives().stream()
                .map(Expression::path)
                .anyMatch(path -> path.steps().isEmpty() && path.root().equals(new Path.Root.Row(0)));
    }

    private RowKind kind(@Nullable String name) {
        RowKind kind = name == null ? RowKind.SAMPLES : RowKind.named(name);
        if (kind == null) {
            problems.add(at + "kind: " + name + " is unknown; must be " + RowKind.names());
            return RowKind.SAMPLES;
        }
        return kind;
    }

    private List<RowSource> rows(List<String> texts, Names names) {
        List<RowSource> rows = new ArrayList<>();
        for (String text : texts) {
            try {
                List<Path> zipped = ExpressionParser.zipped(text, names);
                if (!zipped.isEmpty()) {
                    zipped.forEach(this::note);
                    rows.add(new RowSource.Zip(zipped));
                    continue;
                }
                Expression source = note(ExpressionParser.expression(text, names));
                rows.add(new RowSource.Elements(
                        source instanceof Path path ? path : new Path(new Path.Root.Result(source), List.of())));
            } catch (BadExpression bad) {
                problems.add(at + "rows: " + bad.getMessage());
            }
        }
        return rows;
    }

    private List<Mapping.Join> joins(List<JoinSpec> specs, Names names) {
        List<Mapping.Join> joins = new ArrayList<>();
        for (JoinSpec spec : specs) {
            Expression left = expression("join " + spec.as() + ".on", spec.left(), names);
            Expression right = null;
            try {
                right = ExpressionParser.expression(spec.right(), Names.RECORD);
            } catch (BadExpression bad) {
                problems.add(at + "join " + spec.as() + ".on: " + bad.getMessage());
            }
            if (left != null && right != null) {
                joins.add(new Mapping.Join(spec.as(), spec.path(), left, right));
            }
        }
        return joins;
    }

    private Map<String, FieldRule> rules(RowKind kind, Map<String, FieldSpec> specs, Names names) {
        Map<String, FieldRule> rules = new LinkedHashMap<>();
        specs.forEach((written, spec) -> {
            String name = canonicalName(kind, written);
            FieldRule rule = rule(kind, name, spec, names);
            if (rules.put(name, rule) != null) {
                problems.add(at + "fields." + written + ": the field " + name + " is mapped twice");
            }
        });
        return rules;
    }

    /** In samples, {@code id} is short for {@code sample_id}; an event has an id of its own. */
    static String canonicalName(RowKind kind, String written) {
        return kind == RowKind.SAMPLES && written.equals("id") ? "sample_id" : written;
    }

    private FieldRule rule(RowKind kind, String name, FieldSpec spec, Names names) {
        Target target = Target.of(kind, name);
        String key = "fields." + name;
        if (spec instanceof FieldSpec.Sql sql) {
            sources.put(name, "sql: " + sql.expression());
            return new FieldRule(
                    name, target, List.of("sql: " + sql.expression()), List.of(), null, Take.FIRST, sql.expression());
        } else if (spec instanceof FieldSpec.Taken taken) {
            Condition where = taken.where() == null ? null : condition(key + ".where", taken.where(), names);
            return new FieldRule(
                    name,
                    target,
                    taken.expressions(),
                    alternatives(key, name, taken.expressions(), names),
                    where,
                    taken.take(),
                    null);
        }
        List<String> texts = ((FieldSpec.FirstOf) spec).expressions();
        return new FieldRule(name, target, texts, alternatives(key, name, texts, names), null, Take.FIRST, null);
    }

    private List<Expression> alternatives(String key, String name, List<String> texts, Names names) {
        sources.put(name, String.join(", ", texts));
        List<Expression> alternatives = new ArrayList<>();
        for (String text : texts) {
            Expression expression = expression(key, text, names);
            if (expression != null) {
                alternatives.add(expression);
            }
        }
        return alternatives;
    }

    private void addSelfMapped(RowKind kind, Collection<String> groupBy, boolean rows, Map<String, FieldRule> rules) {
        List<String> names = new ArrayList<>(Target.canonicalFields(kind));
        names.addAll(groupBy);
        for (String name : names) {
            if (rules.containsKey(name)) {
                continue;
            }
            List<Path.Step> step = List.of(new Path.Step.Key(name));
            List<Expression> sources = new ArrayList<>();
            if (rows) {
                sources.add(new Path(new Path.Root.Row(0), step));
            }
            if (!name.equals("event")) {
                sources.add(note(new Path(new Path.Root.Whole(), step)));
            }
            rules.put(
                    name,
                    new FieldRule(
                            name,
                            Target.of(kind, name),
                            Collections.nCopies(sources.size(), name),
                            sources,
                            null,
                            Take.FIRST,
                            null));
        }
    }

    private @Nullable Expression expression(String key, String text, Names names) {
        try {
            return note(ExpressionParser.expression(text, names));
        } catch (BadExpression bad) {
            problems.add(at + key + ": " + bad.getMessage());
            return null;
        }
    }

    private @Nullable Condition condition(String key, String text, Names names) {
        try {
            Condition condition = ExpressionParser.condition(text, names);
            condition.expressions().forEach(this::note);
            return condition;
        } catch (BadExpression bad) {
            problems.add(at + key + ": " + bad.getMessage());
            return null;
        }
    }

    private <E extends Expression> E note(E expression) {
        topNames.addAll(expression.path().topNames());
        return expression;
    }

    /** The columns that the user's own fields begin with. */
    List<Mapping.Column> columnsOf(MappingSpec user, CompiledMapping compiled) {
        Names names = new Names(
                !compiled.rows().isEmpty(),
                compiled.joins().stream().map(Mapping.Join::as).toList());
        List<Mapping.Column> columns = new ArrayList<>();
        user.fields().forEach((field, spec) -> {
            for (String text : expressionsOf(spec)) {
                columns.add(new Mapping.Column(field, topNames(text, names)));
            }
        });
        return columns;
    }

    private static List<String> topNames(String text, Names names) {
        try {
            return ExpressionParser.expression(text, names).path().topNames();
        } catch (BadExpression reportedAlready) {
            return List.of();
        }
    }

    static List<String> expressionsOf(FieldSpec spec) {
        if (spec instanceof FieldSpec.FirstOf first) {
            return first.expressions();
        }
        return spec instanceof FieldSpec.Taken taken ? taken.expressions() : List.of();
    }
}
