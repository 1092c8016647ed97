package dev.foliot.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foliot.linux.CpuList;
import dev.foliot.load.Traffic;
import dev.foliot.load.yaml.YamlException;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.store.GateRecord;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.throughput.Throughput;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Complete study files: a correct one, and the same with each field wrong. One long class, because
 * all tests vary the same few files.
 */
class ReadingStudyFilesTest {
  /** The tests below, and {@link WrongRowsTest}, depend on its line numbers. */
  static final String RIGHT =
      """
      study: throughput
      form: quick
      forks: 2
      seed: 7
      remote:
        delay: 5ms
        distribution: exponential
      target:
        timeout: 5s
        keep-alive: true
        requests:
          - path: /a/${random:1-9}
            method: POST
            weight: 2
            headers: {Accept: text/plain}
            body: hello
            checks: [status 200, body contains x]
      arms:
        - name: own
          command: ['${java}', -jar, x.jar, '${port}', '${remote}', '$${port}']
          folder: .
          health: /health
          environment: {A: 'b ${port}'}
          cpus: 1
          cpu-quota: 0.5
          memory: 512MiB
          ready-within: 2min
        - strategy: fixed:4
          jvm-args: [-Xmx64m]
          jdk: JDK
      loads:
        - clients: [2, 4]
          think: 1ms
          warm-up: 1s
          warm-up-clients: 2
          idle: 0s
          duration: 2s
          delay: 3ms
          interval: 100ms
          connections: 9
        - rate: 50/s
          arrivals: constant
          name: slow
      measures: [throughput, cpu, gc]
      name: Orders at noon
      """
          .replace("JDK", System.getProperty("java.home"));

  private static final CpuPartition CPUS =
      new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of());

  @TempDir Path folder;

  @Test
  void shouldReadAFileThatIsRight() throws IOException {
    StudyPlan plan = read(RIGHT, options(null, null, null));

    assertThat(plan.study()).isEqualTo(new Throughput());
    assertThat(plan.form()).isEqualTo(StudyForm.QUICK);
    assertThat(plan.forks()).isEqualTo(2);
    assertThat(plan.seed()).isEqualTo(7);
    assertThat(plan.target().timeoutNs()).isEqualTo(5_000_000_000L);
    assertThat(plan.target().keepAlive()).isTrue();
    assertThat(Objects.requireNonNull(plan.target().remote()).distribution())
        .isEqualTo("exponential");
    assertThat(plan.target().requests())
        .singleElement()
        .satisfies(request -> {
          assertThat(request.method()).isEqualTo("POST");
          assertThat(request.path()).isEqualTo("/a/${random:1-9}");
          assertThat(request.headers()).containsEntry("Accept", "text/plain");
          assertThat(request.body()).isEqualTo("hello");
          assertThat(request.weight()).isEqualTo(2);
          assertThat(request.checks()).hasSize(2);
        });
    assertThat(plan.arms()).extracting(ArmPlan::name).containsExactly("own", "fixed:4");
    ArmPlan own = plan.arms().getFirst();
    assertThat(own.start())
        .isInstanceOfSatisfying(
            ArmStart.Command.class,
            command -> {
              assertThat(command.words())
                  .containsExactly("${java}", "-jar", "x.jar", "${port}", "${remote}", "$${port}");
              assertThat(command.folder()).isEqualTo(folder);
              assertThat(command.health()).isEqualTo("/health");
            });
    assertThat(own.bounds().cpus()).hasValue(1);
    assertThat(own.bounds().quotaCpus()).hasValue(0.5);
    assertThat(own.bounds().memoryBytes()).hasValue(512L << 20);
    assertThat(own.bounds().readyWithinNs()).isEqualTo(120_000_000_000L);
    assertThat(own.bounds().environment()).containsEntry("A", "b ${port}");
    assertThat(plan.arms().getLast().jvmArgs()).containsExactly("-Xmx64m");
    assertThat(plan.steps())
        .extracting(StepPlan::name)
        .containsExactly("2 clients", "4 clients", "slow");
    assertThat(plan.steps().get(1))
        .isEqualTo(
            new StepPlan(
                "4 clients",
                new Traffic.Closed(4, 1_000_000),
                9,
                new StepPlan.WarmUp(1_000_000_000, 2),
                new StepPlan.Times(0, 2_000_000_000, 3_000_000, 100_000_000),
                StepPlan.Program.BANK,
                false));
    assertThat(plan.steps().getLast().delayNs()).isEqualTo(5_000_000);
    assertThat(plan.measures().asked())
        .containsExactlyInAnyOrder(Measure.THROUGHPUT, Measure.CPU, Measure.GC);
    assertThat(plan.origin().fileText()).isEqualTo(RIGHT);
    assertThat(plan.origin().name()).isEqualTo("Orders at noon");
  }

  @Test
  void shouldLetTheCommandLineHaveTheLastWord() throws IOException {
    StudyPlan plan = read(RIGHT, options(5, 99L, StudyForm.FULL, "fixed:4"));

    assertThat(plan.forks()).isEqualTo(5);
    assertThat(plan.seed()).isEqualTo(99);
    assertThat(plan.form()).isEqualTo(StudyForm.FULL);
    assertThat(plan.arms()).extracting(ArmPlan::name).containsExactly("fixed:4");
  }

  @Test
  void shouldPlayPairsWhereTheFileOrTheCommandLineAsksForThem() throws IOException {
    String pairs = RIGHT.replace("forks: 2", "forks: 9\ndetect: 1.1\nbudget: 20min");

    StudyPlan plan = read(pairs, options(null, null, null));

    List<String> judged = List.of("throughput_per_s");
    assertThat(plan.gate()).isEqualTo(new GateRecord(1.1, 1_200_000_000_000L, 9, judged));
    assertThat(plan.inPairs(1.2, null, null).gate())
        .isEqualTo(new GateRecord(1.2, 1_200_000_000_000L, 9, judged));
    assertThat(plan.inPairs(1.2, null, 5).gate())
        .isEqualTo(new GateRecord(1.2, 1_200_000_000_000L, 5, judged));
    assertThat(read(RIGHT.replace("forks: 2", "budget: 1h"), options(null, null, null)).gate())
        .isEqualTo(new GateRecord(1.05, 3_600_000_000_000L, 100, judged));
    assertThatThrownBy(() -> read(pairs, options(null, null, null, "own")))
        .hasMessage(
            "pairs are of two arms, and there is 1: name two, as in --arms virtual,adaptive");
  }

  @Test
  void shouldRefuseAnArmThatTheFileHasNot() {
    assertThatThrownBy(() -> read(RIGHT, options(null, null, null, "other")))
        .isInstanceOf(FoliotException.class)
        .hasMessage("--arms: there is no arm 'other' in the file; there are own, fixed:4");
  }

  @Test
  void shouldHaveUsualValuesForAllButArms() throws IOException {
    StudyPlan plan =
        read("study: ramp-up\narms:\n  - strategy: cached\n", options(null, null, null));

    assertThat(plan.forks()).isEqualTo(6);
    assertThat(plan.seed()).isEqualTo(123);
    assertThat(plan.steps()).singleElement().extracting(StepPlan::name).isEqualTo("full load");
    assertThat(plan.target().requests()).hasSize(3);
    assertThat(plan.target().remote()).isNotNull();
  }

  @Test
  void shouldHaveNoRemoteSystemWhereNobodyAsksForOne() throws IOException {
    StudyPlan plan =
        read(
            """
            study: throughput
            target: {requests: [{path: /}]}
            arms:
              - name: a
                command: ['${java}', '${port}']
            """,
            options(null, null, null));

    assertThat(plan.target().remote()).isNull();
    assertThat(plan.steps()).allMatch(step -> step.delayNs() == 0);
  }

  @Test
  void shouldTellTheJvmsOfItsOwnServicesWhatAMeasureNeeds() throws IOException {
    StudyPlan usual =
        read("study: throughput\narms: [{strategy: cached}]\n", options(null, null, null));
    StudyPlan memory =
        read(
            """
            study: throughput
            measures: memory
            arms: [{strategy: cached, jvm-args: [-Xmx64m]}]
            """,
            options(null, null, null));

    assertThat(usual.measures()).isEqualTo(new Throughput().measures());
    assertThat(usual.arms().getFirst().jvmArgs()).isEmpty();
    assertThat(memory.measures().asked()).containsExactly(Measure.MEMORY);
    assertThat(memory.arms().getFirst().jvmArgs())
        .containsExactly("-XX:NativeMemoryTracking=detail", "-Xmx64m");
  }

  @Test
  void shouldReadAStudyOfMemoryWithCommandsAndItsOwnLoad() throws IOException {
    StudyPlan plan =
        read(
            """
            study: memory
            target: {requests: [{path: /}]}
            arms:
              - {name: a, command: ['${java}', '${port}']}
              - strategy: cached
            remote: {delay: 1ms}
            """,
            options(null, null, StudyForm.QUICK));

    assertThat(plan.steps()).singleElement().extracting(StepPlan::name).isEqualTo("L, then 1.1 L");
    assertThat(plan.steps().getFirst().delayNs()).isEqualTo(1_000_000);
    assertThat(plan.arms().getLast().jvmArgs()).contains("-XX:NativeMemoryTracking=detail");
    assertThat(plan.measures().asked()).contains(Measure.MEMORY);
  }

  /** The advantage of a file over the command line: arms with different JVM arguments. */
  @Test
  void shouldReadAStudyOfShortTasksWithArmsOfItsOwn() throws IOException {
    StudyPlan plan =
        read(
            """
            study: short-tasks
            arms:
              - {name: two carriers, strategy: virtual, jvm-args: [-Djdk.virtualThreadScheduler.parallelism=2]}
              - {name: one, strategy: virtual}
            """,
            options(null, null, StudyForm.QUICK));

    assertThat(plan.arms()).extracting(ArmPlan::name).containsExactly("two carriers", "one");
    assertThat(plan.steps()).extracting(StepPlan::app).contains(StudyApp.BURN, StudyApp.PING);
  }

  /** Programs without a network run on all CPUs, a command on those of the service. */
  @Test
  void shouldScaleACommandOnlyWhereTheServiceHasSeveralCpus() throws IOException {
    String file = folder.resolve("study.yaml").toString();

    assertThat(
            complaints(
                """
                study: scaling
                target: {requests: [{path: /}]}
                arms:
                  - name: a
                    command: ['${java}', '${port}']
                """))
        .containsExactly(
            file
                + ":1: study: a command is scaled on the service's CPUs, and here is one; use four"
                + " CPUs or more, of which the service has half");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      maxCharsPerColumn = 20_000,
      value = {
        "1 | study: thruput | :1: study: there is no study 'thruput': choose ramp-up, throughput",
        "1 | study: memory | :44: measures: a study of memory is nothing without memory; add it,"
            + " or leave measures out",
        "1 | study: short-tasks | :5: remote: a study of short-tasks has its own; leave it out",
        "1 | study: short-tasks | :8: target: a study of short-tasks has its own; leave it out",
        "1 | study: short-tasks | :20: command: a study of short-tasks measures the built-in"
            + " programs burn and ping",
        "1 | study: short-tasks | :24: cpus: a study of short-tasks gives all arms the same",
        "1 | study: short-tasks | :31: loads: a study of short-tasks has its own",
        "1 | study: short-tasks | :44: measures: a study of short-tasks has its own",
        "1 | study: scaling | :24: cpus: a study of scaling gives all arms the same; leave it out",
        "1 | studdy: throughput | :1: there is no field 'studdy' in a study; did you mean 'study'?",
        "2 | form: long | :2: form: 'long' is no form; write quick or full",
        "3 | fork: 2 | :3: there is no field 'fork' in a study; did you mean 'forks'?",
        "3 | forks: 0 | :3: forks: 0 is out of range; from 1 to 100",
        "3 | forks: two | :3: forks: 'two' is no whole number; write one, as in 4",
        "3 | forks: [2] | :3: forks: here is a list, where one value is wanted",
        "3 | forks: | :3: forks: here is nothing, where one value is wanted",
        "3 | detect: 5% | :3: detect: '5%' is no ratio to detect: write one above 1 and at most 10",
        "3 | budget: 10 | :3: budget: '10' lacks a unit: write 10s or 10ms",
        "4 | seed: 1.5 | :4: seed: '1.5' is no whole number",
        "4 | forks: 4 | :4: 'forks' is there already in line 3; leave one of the two out",
        "6 | `  delay: 5` | :6: delay: '5' lacks a unit: write 5s or 5ms",
        "6 | `  delay: 61s` | :6: delay: 61s is out of range; from 0s to 1min",
        "7 | `  distribution: normal` | :7: distribution: 'normal' is no distribution; choose"
            + " constant, exponential or lognormal:SIGMA with SIGMA above 0 and at most 3",
        "7 | `  system: example.com:80` | :7: system: 'example.com:80' is no system on this"
            + " machine;",
        "7 | `  distribution: lognormal:0` | :7: distribution: 'lognormal:0' is no distribution",
        "7 | `  distribution: lognormal:3.1` | :7: distribution: 'lognormal:3.1' is no"
            + " distribution",
        "9 | `  timeout: 1us` | :9: timeout: 1us is out of range; from 1ms to 10min",
        "10 | `  keep-alive: yes` | :10: keep-alive: 'yes' is neither true nor false",
        "10 | `  keepalive: true` | :10: there is no field 'keepalive' in the target; did you mean"
            + " 'keep-alive'?",
        "11 | `  requests: []\n  others:` | :11: requests: there are 0; give 1 to 100",
        "12 | `    - path: a` | :12: path: 'a' is no path: begin with /",
        "12 | `    - path: /${random}` | :12: path: ",
        "13 | `      method: GETT` | :13: method: 'GETT' is no method here: use one of GET, HEAD",
        "14 | `      weight: 0` | :14: weight: 0 is out of range; from 1 to 1000000",
        "15 | `      headers: {Host: x}` | :15: headers: the header Host is the driver's: leave it"
            + " out",
        "15 | `      headers: text` | :15: headers: here is one value; write NAME: VALUE lines"
            + " under it",
        "15 | `      headers: {A: [b]}` | :15: headers: here is a list; write headers as NAME:"
            + " VALUE",
        "13 | `      method: GET` | :16: body: ",
        "16 | `      body: '${random}'` | :16: body: '${random}' is no placeholder: use ${n}",
        "16 | `      body: {a: 1}` | :16: body: here is a mapping, where one value is wanted",
        "17 | `      checks: [status]` | :17: checks: 'status' is no check: write status 200",
        "17 | `      checks: []` | :17: checks: the list is empty",
        "18 | `arms: virtual\nothers:` | :18: arms: here is one value; write a list",
        "19 | `  - name: ''` | :19: name: '' is no name; give 1 to 60 printable characters",
        "19 | `  - nme: own` | :19: there is no field 'nme' in an arm; did you mean 'name'?",
        "20 | `    command: java -jar x.jar ${port}` | :20: command: no shell reads it; write a"
            + " list of words, as in [java, -jar, x.jar, '${port}']",
        "20 | `    command: [no-such-program, '${port}']` | :20: command: 'no-such-program' is no"
            + " program that can be started; build it",
        "20 | `    command: [bin/none, '${port}']` | :20: command: 'bin/none' is no program that"
            + " can be started in ",
        "20 | `    command: ['${java}', '${porte}']` | :20: command: '${porte}' is no placeholder:"
            + " use one of [cpus, folder, java, java-home, port, remote, remote-port]",
        "20 | `    command: ['${java}', {a: b}]` | :20: command: here is a mapping, where one"
            + " value",
        "21 | `    folder: none` | :21: folder: 'none' is no folder; it is looked for beside",
        "22 | `    health: health` | :22: health: 'health' is no health URL; write a path",
        "22 | `    health: http://example.org:80/` | :22: health: 'http://example.org:80/' is no"
            + " health",
        "22 | `    port: 70000` | :22: port: 70000 is out of range; from 1 to 65535",
        "22 | `    jvm-args: [-Xmx1g]` | :22: jvm-args: goes with a strategy; write them into the",
        "22 | `    thread-buffer: 64KiB` | :22: thread-buffer: goes with a strategy; leave it out",
        "29 | `    thread-buffer: 1GiB` | :29: thread-buffer: 1GiB is out of range; from 1KiB to"
            + " 16MiB",
        "29 | `    thread-buffer: 64` | :29: thread-buffer: '64' is no size",
        "23 | `    environment: {A-B: c}` | :23: environment: 'A-B' is no variable that can be set",
        "23 | `    environment: {A: '${x}'}` | :23: environment: A: '${x}' is no placeholder",
        "23 | `    environment: [A]` | :23: environment: here is a list; write NAME: VALUE lines",
        "24 | `    cpus: 2` | :24: cpus: 2 CPUs, and a service has 1 on this machine; give that or"
            + " fewer",
        "25 | `    cpu-quota: half` | :25: cpu-quota: 'half' is no number of CPUs; from 0.01 on",
        "26 | `    memory: 512` | :26: memory: '512' is no size; write one with its" + " unit",
        "26 | `    memory: 1kB` | :26: memory: 1kB is out of range; from 1MiB to 16384GiB",
        "27 | `    ready-within: 5` | :27: ready-within: '5' lacks a unit",
        "27 | `    ready-within: 1ms` | :27: ready-within: 1ms is out of range; from 1s to 1h",
        "29 | `    jvm-args: -Xmx64m` | :29: jvm-args: ",
        "28 | `  - strategy: fibers` | :28: strategy: there is no arm 'fibers': choose among"
            + " virtual",
        "28 | `  - name: x` | :28: there is no 'command' and no 'strategy'",
        "29 | `    health: /health` | :29: health: goes with a command, and this is a built-in"
            + " service",
        "30 | `    jdk: /none` | :30: jdk: /none: no bin/java in it; name the folder of a JDK",
        "30 | `    command: ['${java}']` | `:28: an arm is either a built-in service`",
        "32 | `  - clients: [0]` | :32: clients: 0 is out of range; from 1 to 50000",
        "32 | `  - clients: [2, 2]` | :31: loads: two of them are called '2 clients'",
        "33 | `    rate: 5/s` | :32: there are clients and a rate; give clients for a closed loop",
        "32 | `  - rate: 5/s` | :33: think: ",
        "32 | `  - clients: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,"
            + " 20]` | :31: loads: ",
        "43 | `    name: ''` | :43: name: ",
        "33 | `    think: 2h` | :33: think: a think time of 2h is out of range; from 0s to 1h",
        "34 | `    warm-up: 5` | :34: warm-up: '5' lacks a unit",
        "34 | `    warm-up-until: soon` | :34: warm-up-until: 'soon' ends no warm-up; write steady",
        "36 | `    warm-up-until: steady` | :34: warm-up: 1s is out of range; from 15s to 24h",
        "36 | `    idle: 1s\n    warm-up-until: steady` | :37: warm-up-until: goes not with an idle"
            + " time",
        "34 | `    warmup: 5s` | :34: there is no field 'warmup' in a load; did you mean"
            + " 'warm-up'?",
        "35 | `    warm-up-clients: 10` | :35: warm-up-clients: 10 is out of range; from 1 to 9",
        "36 | `    idle: -1s` | :36: idle: '-1s' is not a length of time",
        "37 | `    duration: 1ms` | :37: duration: 1ms is out of range; from 100ms to 24h",
        "38 | `    delay: 1` | :38: delay: '1' lacks a unit",
        "38 | `    delay: 61s` | :38: delay: 61s is out of range; from 0s to 1min",
        "39 | `    interval: 1ms` | :39: interval: 1ms is out of range; from 100ms to 1min",
        "40 | `    connections: 3` | :40: connections: 3 is out of range; from 4 to 50000",
        "41 | `  - rate: 50` | :41: rate: '50' lacks a unit: write 50/s",
        "41 | `  - think: 1s` | :42: arrivals: they have no rate; give one beside them",
        "42 | `    arrivals: often` | :42: arrivals: ",
        "44 | measures: [cpu, jfr] | :44: measures: there is no measure 'jfr'; choose among"
            + " throughput, response, errors, cpu, switches,",
        "44 | measures: [] | :44: measures: the list is empty; give at least one",
        "44 | `measures: {cpu: true}` | :44: measures: here is a mapping, where one value is",
        "44 | measure: [cpu] | :44: there is no field 'measure' in a study; did you mean"
            + " 'measures'?",
        "45 | `name: {a: b}` | :45: name: here is a mapping, where one value is wanted",
      })
  void shouldSayInWhichLineWhatIsWrong(int line, String wrong, String complaint)
      throws IOException {
    List<String> lines = new ArrayList<>(RIGHT.lines().toList());
    lines.set(line - 1, wrong);

    List<String> complaints = complaints(String.join("\n", lines));

    String file = folder.resolve("study.yaml").toString();
    assertThat(complaints).anySatisfy(one -> assertThat(one).startsWith(file + complaint));
  }

  @Test
  void shouldSayInWhichLineAVariableOrAHeaderIsWrong() throws IOException {
    assertThat(
            complaints(
                """
                study: throughput
                target:
                  requests:
                    - path: /
                      headers:
                        Accept: text/plain
                        Host: x
                        'A B': c
                arms:
                  - name: a
                    command: ['${java}', '${port}']
                    environment:
                      A: b
                      C-D: e
                      F: '${x}'
                """))
        .satisfiesExactly(
            one -> assertThat(one).contains(":7: headers: the header Host is the driver's"),
            one -> assertThat(one).contains(":8: headers: 'A B' is no name of a header"),
            one -> assertThat(one).contains(":14: environment: 'C-D' is no variable"),
            one -> assertThat(one).contains(":15: environment: F: '${x}' is no placeholder"));
  }

  /** The app's own limits, which every fork would meet. */
  @Test
  void shouldTakeTheLongestDelayAndTheWidestDistribution() throws IOException {
    StudyPlan plan =
        read(
            RIGHT
                .replace("  delay: 5ms", "  delay: 60s")
                .replace("distribution: exponential", "distribution: lognormal:3"),
            options(null, null, null));

    assertThat(plan.steps().getLast().delayNs()).isEqualTo(60_000_000_000L);
    assertThat(Objects.requireNonNull(plan.target().remote()).distribution())
        .isEqualTo("lognormal:3");
  }

  @ParameterizedTest
  @CsvSource({
    "remote: 5ms, the remote system is a mapping",
    "target: /a, the target is a mapping",
    "loads: 5, loads: here is one value"
  })
  void shouldRefuseOneValueWhereFieldsAreWanted(String line, String complaint) throws IOException {
    assertThat(complaints("study: ramp-up\n" + line + "\narms: [{strategy: cached}]\n"))
        .singleElement()
        .asString()
        .contains(":2: " + complaint);
    assertThat(complaints("study: ramp-up\narms: virtual\n"))
        .singleElement()
        .asString()
        .contains(":2: arms: here is one value");
    assertThat(complaints("study: ramp-up\ntarget: {requests: /a}\narms: [{strategy: cached}]\n"))
        .singleElement()
        .asString()
        .contains(":2: requests: here is one value");
  }

  @Test
  void shouldRefuseVirtualThreadsOnAJdkThatHasNone() throws IOException {
    Path old = folder.resolve("old");
    Files.createDirectories(old.resolve("bin"));
    Path java = Files.createFile(old.resolve("bin/java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");

    assertThat(complaints("study: ramp-up\narms: [{strategy: virtual, jdk: " + old + "}]\n"))
        .singleElement()
        .asString()
        .contains(":2: ", "needs JDK 21 or later", "give another jdk");
  }

  @Test
  void shouldSayAllThatIsWrongAtOnce() throws IOException {
    String file = folder.resolve("study.yaml").toString();

    assertThat(
            complaints(
                """
                study: throughput
                forks: none
                arms:
                  - name: a
                    command: ['${java}']
                  - name: a
                    command: ['${java}', '${port}']
                loads:
                  - duration: 5s
                """))
        .containsExactly(
            file
                + ":1: there is no 'target'; say what is asked: target with requests, each with a"
                + " path",
            file + ":2: forks: 'none' is no whole number; write one, as in 4",
            file
                + ":5: command: nothing tells it its port; put ${port} into the command or the"
                + " environment, or give the 'port' on which it serves",
            file + ":6: an arm 'a' is there already; give it another name",
            file
                + ":9: there are no clients and no rate; give clients for a closed loop, a rate"
                + " for an open one");
  }

  @Test
  void shouldRefuseTwoLoadsOfARampUp() throws IOException {
    assertThat(
            complaints("study: ramp-up\narms: [{strategy: cached}]\nloads: [{clients: [1, 2]}]\n"))
        .singleElement()
        .asString()
        .contains(
            ":3: loads: a ramp-up has one load, and here are 2; give one number of clients or one"
                + " rate, or make it a study of throughput");
  }

  @Test
  void shouldRefuseLoadsOfAStudyOfScaling() throws IOException {
    assertThat(complaints("study: scaling\narms: [{strategy: cached}]\nloads: [{clients: 1}]\n"))
        .singleElement()
        .asString()
        .contains(":3: loads: a study of scaling has its own");
  }

  @Test
  void shouldRefuseARemoteSystemThatIsNotThere() throws IOException {
    assertThat(
            complaints(
                """
                study: throughput
                target: {requests: [{path: /}]}
                arms: [{name: a, command: ['${java}', '${port}', '${remote}']}]
                loads: [{clients: 1, delay: 1s}]
                """))
        .satisfiesExactlyInAnyOrder(
            one -> assertThat(one).contains(":3: command: ${remote}: the study has no remote"),
            one ->
                assertThat(one).contains(":4: delay: is the remote system's, and there is none"));
  }

  @Test
  void shouldRefuseWhatIsNoTextFile() throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.write(file, new byte[] {'a', ':', '\n', (byte) 0xff});
    assertThat(refused(file))
        .containsExactly(file + ":2: this is not UTF-8; save the file as UTF-8");
    Files.write(file, new byte[300 << 10]);
    assertThat(refused(file)).singleElement().asString().contains("longer than 256 KiB");
    Files.write(file, new byte[0]);
    assertThat(refused(file)).singleElement().asString().contains(":1: there is nothing in this");
    assertThat(refused(folder)).singleElement().asString().contains("this is no regular file");
    assertThat(refused(folder.resolve("none.yaml")))
        .singleElement()
        .asString()
        .contains("there is no such file");
  }

  private List<String> complaints(String text) throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, text);
    return refused(file);
  }

  private static List<String> refused(Path file) {
    YamlException refusal =
        catchThrowableOfType(
            YamlException.class, () -> StudyFile.read(file, options(null, null, null)));
    return refusal == null ? List.of() : refusal.complaints();
  }

  private StudyPlan read(String text, StudyFileOptions options) throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, text);
    return StudyFile.read(file, options);
  }

  private static StudyFileOptions options(
      @Nullable Integer forks, @Nullable Long seed, @Nullable StudyForm form, String... arms) {
    return new StudyFileOptions(
        form, forks, seed, 123, List.of(arms), CPUS, new ClassPath(List.of()), List.of("study"));
  }
}
