package dev.foliot.diagnose.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.linux.process.Programs;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Metric groups that perf knows, grants and refuses: a script replaces perf. */
@EnabledOnOs(OS.LINUX)
class TopDownTest {
  private static final long SELF = ProcessHandle.current().pid();

  /** The output of perf 6.1 for an Ice Lake, shortened. */
  private static final String INTEL_LIST = "\nMetric Groups:\n\nTmaL3mem\nTopdownL1\nTopdownL2";

  private static final String INTEL =
      """
      0.250000000;1000;;slots;250000000;100.00;;
      0.250000000;250;;topdown-retiring;250000000;100.00;25.0;%  tma_retiring
      0.250000000;;;;;;20.5;%  tma_bad_speculation
      0.250000000;300;;topdown-be-bound;250000000;100.00;30.0;%  tma_backend_bound
      0.250000000;90;;BR_MISP_RETIRED.ALL_BRANCHES;250000000;60.00;2.5;%  tma_branch_mispredicts
      0.250000000;;;;;;18.0;%  tma_machine_clears\
      """;

  /** perf's fallback, with an exit code of 0. */
  private static final String DEFAULT =
      """
      0.59;msec;task-clock;586903;100.00;0.817;CPUs utilized
      1;;context-switches;586903;100.00;1.704;K/sec
      900;;cycles;586903;100.00;;
      300;;instructions;586903;100.00;;\
      """;

  private static final String TRIED =
      "12;;a;9;100.00;25.0;%  tma_x\n;;;;;;20.5;%  tma_y\n3;;b;9;100.00;;";

  @TempDir Path folder;

  @BeforeEach
  void needWhatStartsIt() {
    Programs tools = Programs.ofThisProcess();
    assumeTrue(tools.find("setsid").isPresent() && tools.find("setpriv").isPresent(), "util-linux");
  }

  @Test
  void shouldTakeTheLevelsAfterTheEvents() throws IOException {
    ExaminationRecord record = look(INTEL_LIST, TRIED, TRIED, INTEL);

    assertThat(record.status()).as(record.toString()).isEqualTo(Status.DONE);
    assertThat(record.counts().metrics())
        .contains(
            entry("tma_retiring (%)", 25.0),
            entry("tma_bad_speculation (%)", 20.5),
            entry("tma_machine_clears (%)", 18.0));
    assertThat(record.counts().counters()).as("the events of the levels are not kept").hasSize(4);
    assertThat(record.lookedAt())
        .contains("tma_machine_clears (%): 18")
        .contains("top-down levels: perf stat -M TopdownL1,TopdownL2 for 250 ms after the events")
        .anyMatch(line -> line.startsWith("top-down levels: counted for part of the time"));
    List<String> asked = asked();
    assertThat(asked).filteredOn(line -> line.contains("topdown-retiring")).isEmpty();
    assertThat(asked.get(asked.size() - 2))
        .contains("-I 150 --interval-count 5 -e task-clock")
        .doesNotContain("-M");
    assertThat(asked.getLast())
        .contains("-I 250 --interval-count 1 -M TopdownL1,TopdownL2 -p " + SELF);
  }

  @Test
  void shouldKeepToTheFirstLevelWherePerfFallsBackOnItsDefaults() throws IOException {
    String list = "\nMetric Groups:\n\nPipelineL1: [Grouping]\nPipelineL2 [Grouping]";
    String amd = "     0.250000000;9;;ex_ret_ops;9;100.00;31.0;%slots  bad_speculation";

    ExaminationRecord record = look(list, TRIED, DEFAULT, amd);

    assertThat(record.counts().metrics()).containsOnly(entry("bad_speculation (%)", 31.0));
    assertThat(asked().getLast()).contains("-M PipelineL1 -p");
    assertThat(record.couldNot()).singleElement().asString().contains("PipelineL2: this processor");
    assertThat(record.status()).isEqualTo(Status.DONE);
  }

  @Test
  void shouldAskForTheEventsOfTheFirstLevelWhereNoGroupIsGranted() throws IOException {
    for (String tried :
        List.of(DEFAULT, "<not supported>;;slots;0;100.00;;", "event syntax error")) {
      ExaminationRecord record = look(INTEL_LIST, tried, tried, INTEL);

      assertThat(record.counts().metrics()).isEmpty();
      assertThat(record.couldNot()).singleElement().asString().contains("TopdownL1, TopdownL2: ");
      assertThat(asked().getLast()).contains("{slots,topdown-retiring", "-I 200");
    }
    assertThat(look("\nMetric Groups:\n\nl2_cache", TRIED, TRIED, INTEL).couldNot())
        .singleElement()
        .asString()
        .contains("perf's metric groups TopdownL1 and PipelineL1: ");
    assertThat(asked()).noneMatch(line -> line.contains("-M"));
  }

  @Test
  void shouldLeaveOutALevelOfTooManyEvents() throws IOException {
    String many = String.join("\n", Collections.nCopies(33, "12;;a;9;100.00;;"));

    ExaminationRecord record = look(INTEL_LIST, TRIED, many, INTEL);

    assertThat(asked().getLast()).contains("-M TopdownL1 -p");
    assertThat(record.status()).isEqualTo(Status.PARTIAL);
    assertThat(record.reason()).startsWith("left out, since each").contains("TopdownL2");
  }

  @Test
  void shouldSayThatThereIsNoShare() throws IOException {
    for (String said :
        List.of(
            "     0.250000000;<not counted>;;slots;0;0.00;;",
            "     0.250000000;900;;slots;9;100.00;0.3;Bad_Speculation",
            "rubbish \u001b[2J")) {
      ExaminationRecord record = look(INTEL_LIST, TRIED, TRIED, said);

      assertThat(record.counts().metrics()).isEmpty();
      assertThat(record.status()).isEqualTo(Status.PARTIAL);
      assertThat(record.reason())
          .startsWith("top-down levels: perf stat -M TopdownL1,TopdownL2 told no share")
          .contains("a process that is at work")
          .doesNotContain("\u001b");
      assertThat(record.counts().counters()).containsKey("cycles");
    }
  }

  /** AMD's Zen 4: the substitutes for Intel's events are requested, once each. */
  @Test
  void shouldAskForTheEventsOfTheVendor() throws IOException {
    String script =
        """
        #!/bin/sh
        for word; do event=$before; before=$last; last=$word; done
        case "$event" in
        machine_clears*|mem_load*|*slots*) echo "event syntax error" >&2; exit 129 ;;
        *) echo "1;;x;1;100.00;;" ;;
        esac
        """;
    write(script);
    PerfChild perf = PerfChild.in(tools()).toOptional().orElseThrow();

    Granted granted = Granted.on(SELF, 32, perf, PerfRunTest.granting()).toOptional().orElseThrow();

    assertThat(granted.words())
        .containsSubsequence(
            "{cycles,instructions}",
            "resyncs_or_nc_redirects",
            "ls_dmnd_fills_from_sys.near_cache",
            "ls_dmnd_fills_from_sys.far_cache",
            "branches",
            "l2_cache_req_stat.ic_dc_miss_in_l2",
            "ls_dmnd_fills_from_sys.dram_io_far")
        .doesNotContain(
            "bp_redirects.resync", "ls_dmnd_fills_from_sys.ext_cache_local", "l2d_cache_refill");
    assertThat(granted.lacking()).singleElement().asString().doesNotContain("machine_clears");
  }

  private ExaminationRecord look(String list, String first, String both, String levels)
      throws IOException {
    String script =
        """
        #!/bin/sh
        echo "$@" >> FOLDER/asked
        case "$*" in
        list*) cat FOLDER/list ;;
        *"-M "*,*"-- true") cat FOLDER/both ;;
        *"-M "*"-- true") cat FOLDER/first ;;
        *"-M "*) cat FOLDER/levels ;;
        *"-- true") echo "1;;x;1;100.00;;" ;;
        *)
        echo "     1.000000000;900.00;msec;task-clock;900000000;100.00;0.9;CPUs utilized"
        echo "     1.000000000;2700000;;cycles;900000000;100.00;3.0;GHz"
        echo "     1.000000000;900000;;instructions;900000000;100.00;0.33;insn per cycle"
        ;;
        esac
        """;
    Files.deleteIfExists(folder.resolve("asked"));
    Files.writeString(folder.resolve("list"), list + "\n");
    Files.writeString(folder.resolve("first"), first + "\n");
    Files.writeString(folder.resolve("both"), both + "\n");
    Files.writeString(folder.resolve("levels"), levels + "\n");
    write(script);
    return new PerfRun(Path.of("/"), SELF, Duration.ofSeconds(1), tools(), PerfRunTest.granting())
        .record();
  }

  private Programs tools() {
    return new Programs(folder + ":" + Programs.ofThisProcess().path());
  }

  private void write(String script) throws IOException {
    Path perf =
        Files.writeString(folder.resolve("perf"), script.replace("FOLDER", folder.toString()));
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private List<String> asked() throws IOException {
    return Files.readAllLines(folder.resolve("asked"));
  }
}
