package io.ctxeval;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package may name what. */
@AnalyzeClasses(packages = "io.ctxeval", importOptions = ImportOption.DoNotIncludeTests.class)
class LayoutTest {
    @ArchTest
    static final ArchRule sparkStandsAtTheBorderOnly = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.ctxeval.dataset..",
                    "io.ctxeval.run..",
                    "io.ctxeval.ledger..",
                    "io.ctxeval.quota..",
                    "io.ctxeval.sql..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.spark..");

    @ArchTest
    static final ArchRule filesAreOpenedAtTheBorderOnly = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.ctxeval.table..",
                    "io.ctxeval.dataset..",
                    "io.ctxeval.run..",
                    "io.ctxeval.ledger..",
                    "io.ctxeval.prune..",
                    "io.ctxeval.sql..",
                    "io.ctxeval.report..") // reads a published run
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.hadoop..", "org.apache.parquet..");

    @ArchTest
    static final ArchRule scoringKnowsNeitherPlansNorRuns = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.ctxeval.score..",
                    "io.ctxeval.judge", // its package served calls endpoints
                    "io.ctxeval.text..",
                    "io.ctxeval.json..",
                    "io.ctxeval.sample..",
                    "io.ctxeval.trace..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.ctxeval.plan..",
                    "io.ctxeval.run..",
                    "io.ctxeval.dataset..",
                    "io.ctxeval.command..",
                    "io.ctxeval.report..",
                    "java.net..",
                    "java.time..");

    @ArchTest
    static final ArchRule plansKnowNoCommands = noClasses()
            .that()
            .resideInAPackage("io.ctxeval.plan..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.ctxeval.command..", "io.ctxeval.run..", "picocli..");

    @ArchTest
    static final ArchRule nothingButItsCommandKnowsTheRehearsal = noClasses()
            .that()
            .resideOutsideOfPackages("io.ctxeval.rehearsal..", "io.ctxeval.command..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.ctxeval.rehearsal..");
}
