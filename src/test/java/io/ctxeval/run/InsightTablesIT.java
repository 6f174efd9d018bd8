package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.CommandRun;
import io.ctxeval.SparkForTests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The tables {@code ranks} and {@code flows} of a run say what plain SQL over its row tables says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InsightTablesIT {
    private static final List<String> VIEWS = List.of("scores", "verdicts", "handoffs", "ranks", "flows", "runs");

    @TempDir
    static Path folder;

    private final SparkSession spark = SparkForTests.session();
    private PublishedRun run = new PublishedRun(Path.of("."));
    private String console = "";

    @BeforeAll
    void evaluate() throws Exception {
        Path input = folder.resolve("rows.jsonl");
        Files.write(input, lines());
        CommandRun command = LocalSpark.withPartitions(
                5,
                () -> CommandRun.of(
                        "evaluate",
                        "--judge",
                        "lexical",
                        "--input",
                        input.toString(),
                        "--set",
                        "price.context=2.5",
                        "--output",
                        folder.resolve("out").toString()));
        assertThat(command.exitCode()).as(command.err()).isIn(0, 1);
        console = command.out();
        run = PublishedRun.onlyIn(folder.resolve("out"));
        for (String table : List.of("scores", "verdicts", "handoffs")) {
            view(table, table);
        }
        view("ranks", "ranks.parquet");
        view("flows", "flows.parquet");
        // each row once in the whole and once in its version, as the tables have it
        spark.sql("select sample_id, 'all' as g from scores union all"
                        + " select sample_id, 'retriever_version=' || retriever_version from scores")
                .createOrReplaceTempView("runs");
    }

    private void view(String name, String file) {
        spark.read().parquet(run.folder().resolve(file).toString()).createOrReplaceTempView(name);
    }

    @AfterAll
    void dropViews() {
        VIEWS.forEach(spark.catalog()::dropTempView);
    }

    /** Ids of their own, no exact copies (so that chunk ids in verdicts are positions in the list), and contradictions. */
    private static List<String> lines() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : new GeneratedRows(91).lines(300)) {
            ObjectNode row = (ObjectNode) PublishedRun.read(line);
            row.put("sample_id", String.format(Locale.ROOT, "s-%05d", lines.size()));
            if (row.get("context") instanceof ArrayNode chunks) {
                int last = chunks.size() - 1;
                IntStream.rangeClosed(0, last)
                        .forEach(i -> chunks.set(
                                i,
                                chunks.get(i).textValue() + ". Mark " + i + " here."
                                        + (i > 0 && i < last
                                                ? ""
                                                : " The daily cap of the card is " + (9 + i) + " crowns.")));
            }
            lines.add(row.toString());
        }
        return lines;
    }

    private List<String> rows(String sql) {
        return spark.sql(sql).collectAsList().stream().map(Row::toString).toList();
    }

    @Test
    void useByRankIsWhatTheVerdictsSay() {
        List<String> plain = rows("""
                with waste as (
                  select g, v.sample_id, from_json(judgement, 'chunks array<struct<id int, used boolean>>,
                    redundant_groups array<array<int>>, contradictory_pairs array<struct<a int, b int>>') as j
                  from verdicts v join runs using (sample_id) where metric = 'ctx_waste'),
                grades as (
                  select g, v.sample_id, from_json(judgement,
                    'aspects array<struct<status string, evidence array<struct<chunk_id int>>>>') as j
                  from verdicts v join runs using (sample_id) where metric = 'ctx_suff' and step = 'grade'),
                uses as (select g, sample_id, c.* from waste lateral view explode(j.chunks) as c),
                redundant as (
                  select distinct g, sample_id, id
                  from waste lateral view explode(filter(j.redundant_groups, x -> size(x) > 1)) as ids
                  lateral view explode(ids) as id),
                pairs as (
                  select distinct g, sample_id, id from waste lateral view explode(j.contradictory_pairs) as p
                  lateral view explode(array(p.a, p.b)) as id),
                support as (
                  select distinct g, sample_id, e.chunk_id as id
                  from grades lateral view explode(filter(j.aspects, x -> x.status = 'covered')) as a
                  lateral view explode(a.evidence) as e)
                select g, id, count(used), sum(int(used)), count_if(r), count_if(p), count_if(s)
                from uses full join (select *, true as s from support) using (g, sample_id, id)
                left join (select *, true as r from redundant) using (g, sample_id, id)
                left join (select *, true as p from pairs) using (g, sample_id, id)
                group by g, id order by g, id""");

        // rows without an output have no waste, but may have support
        assertThat(rows("select `group`, position, waste_chunks, used, redundant, contradicting,"
                        + " supporting from ranks order by `group`, position"))
                .isEqualTo(plain)
                .hasSizeGreaterThan(10);
        assertThat(rows("select sum(redundant) > 0, sum(contradicting) > 0, sum(supporting) > 0 from ranks"))
                .containsExactly("[true,true,true]");
    }

    @Test
    void theCurveEndsAtTheMeansOfTheSummaryAndItsCostIsThatOfTheWastedTokens() {
        String last = "select r.* from ranks r join (select `group`, max(position) as position from ranks group by all)"
                + " using (`group`, position)";

        assertThat(rows("select `group`, ctx_waste_n, round(ctx_waste_mean, 9), ctx_suff_n, round(ctx_suff_mean, 9),"
                        + " wasted_tokens, round(wasted_cost, 9) from (" + last + ") order by `group`"))
                .isEqualTo(rows("select g, count(ctx_waste), round(avg(ctx_waste), 9), count(ctx_suff),"
                        + " round(avg(ctx_suff), 9), sum(ctx_waste_metadata.tokens_wasted),"
                        + " round(sum(ctx_waste_metadata.tokens_wasted) * 2.5D / 1000000, 9)"
                        + " from scores join runs using (sample_id) group by g order by g"))
                .hasSize(3);
    }

    @Test
    void theHandoffMapIsWhatTheHandoffsSay() {
        List<String> plain = rows("""
                with pairs as (
                  select g, h.*, row_number() over (
                    partition by g, from_agent, to_agent order by context_passed_score, sample_id) as place
                  from handoffs h join runs using (sample_id))
                select g, from_agent, to_agent, count(*), sum(int(branch not like 'missing%')),
                  round(avg(context_passed_score), 9), sum(int(content_loss_detected)), count(text_fidelity),
                  round(avg(text_fidelity), 9), count(next_request_fidelity), round(avg(next_request_fidelity), 9),
                  round(avg(carried_chars_share), 9),
                  transform(sort_array(array_agg(struct(place, sample_id)) filter (
                    where place <= 3 and context_passed_score < 10)), x -> x.sample_id)
                from pairs group by g, from_agent, to_agent order by g, from_agent, to_agent""");

        assertThat(rows("select `group`, from_agent, to_agent, pairs, compared, round(context_passed_mean, 9), losses,"
                        + " text_fidelity_n, round(text_fidelity_mean, 9), next_request_fidelity_n,"
                        + " round(next_request_fidelity_mean, 9), round(carried_chars_share_mean, 9), worst_sample_ids"
                        + " from flows order by `group`, from_agent, to_agent"))
                .isEqualTo(plain)
                .hasSizeGreaterThan(5);
    }

    @Test
    void theReportShowsThemAndIsWrittenAgainFromTheTables() throws Exception {
        String page = run.text("report.md");
        assertThat(page)
                .contains(
                        "## How many chunks are enough",
                        "### Rank by rank: all",
                        "## What waste costs",
                        "## Hand-off map");

        CommandRun again = CommandRun.of("report", run.folder().toString());

        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(run.text("report.md")).isEqualTo(page);
        page.lines()
                .filter(line -> line.startsWith("* all: k = "))
                .forEach(line -> assertThat(console.replaceAll("\\s+", " "))
                        .contains(line.substring("* ".length(), line.indexOf(" ("))));
    }
}
