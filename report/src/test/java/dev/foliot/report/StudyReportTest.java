package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.StoredRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StudyReportTest {
  private static final int MOST_BYTES = 500_000;

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"throughput", "ramp-up", "memory", "short-tasks", "scaling", "other"})
  void shouldMakeAWholePageOfEveryStudy(String study) {
    List<StoredRun> runs = List.of(new SimulatedStudy(study).write(temp));

    String html = StudyPages.html(runs);

    assertThat(html).isEqualTo(SimulatedStudy.page(study));
    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(MOST_BYTES);
    assertThat(html)
        .contains("Which arm answers most?", "The arms side by side", "Every fork", "Command")
        .contains("adaptive-virtual", "SUSPECT");
    Html.shouldAskForNothing(html);
    Html.shouldBeWhole(html);
  }

  @Test
  void shouldShowWhereArmsPart() {
    String html = SimulatedStudy.page("throughput");

    assertThat(html)
        .contains("Throughput against load", "Response time, p99", "Requests per CPU-second")
        .contains(
            ">arms differ from here</text>",
            "clients of a closed loop",
            "The load is a closed loop")
        .contains("Failed requests", "status 503");
    assertThat(Html.rowOf(html, "s0-throughput-table", "128"))
        .as("fixed:50 lets 50 wait at once, but what limits all is the CPU")
        .contains("4\u00a0forks", "128 clients");
    assertThat(Html.rowOf(html, "s0-errors", "status 503")).contains(">112<");
  }

  @Test
  void shouldNotSayThatArmsPartWithTooFewForks() {
    assertThat(page(new SimulatedStudy("throughput").forks(2)))
        .doesNotContain(">arms differ from here</text>")
        .contains("At none of these loads does an arm differ from the best");
  }

  @Test
  void shouldShowHowArmsComeUpAndWhyAPoolGrows() {
    String html = SimulatedStudy.page("ramp-up");

    assertThat(html)
        .contains("Throughput from the moment the load came", "400\u00a0ms around it")
        .contains("virtual: full after", "adaptive: full after 1.3")
        .contains("Threads of the arm", "Tasks that wait for a thread")
        .contains("adaptive, fork ", "6\u00a0decisions", "What the pool decided")
        .contains("grow: tasks wait and the CPU is idle (14 %)", "grow: 12 tasks wait");
    assertThat(html).doesNotContain("virtual, fork ");
  }

  @Test
  void shouldShowWhatMemoryIsMadeOf() {
    String html = SimulatedStudy.page("memory");

    assertThat(html)
        .contains("What RSS is made of", "direct buffers", "the rest of the JVM")
        .contains(">load L</text>", ">1.1 L</text>", ">then a collection</text>")
        .contains("What the collection at the end gave back", "What the difference between")
        .contains("The load is an open loop")
        .contains("class=\"stack m4\"");
    assertThat(Html.rowOf(html, "s0-memory0-collection", "virtual"))
        .contains("90.0\u00a0MB", "30.0\u00a0MB", "60.0\u00a0MB", "heap in use");
    assertThat(Html.rowOf(html, "s0-memory0-parts", "direct buffers"))
        .as("at 19.5 s")
        .contains("63.5\u00a0MB", "70.5\u00a0MB", "+", "61.7\u00a0MB");
  }

  @Test
  void shouldSayOfEachLoadWhichLoopItWas() {
    String html = page(new SimulatedStudy("throughput").withAnOpenLoad());

    assertThat(html)
        .contains(
            "In a closed loop (2 clients, 8 clients, 32 clients, 128 clients): there are never more"
                + " requests than clients",
            "In an open loop (300/s poisson): requests arrive on their own schedule")
        .doesNotContain("The load is a");
    assertThat(Html.rowOf(html, "s0-loads", "8 clients")).contains("<small>closed loop<");
    assertThat(Html.rowOf(html, "s0-loads", "300/s poisson")).contains("<small>open loop<");
  }

  @Test
  void shouldNeverJoinOpenAndClosedLoopsByALine() {
    String closed = SimulatedStudy.page("scaling");
    String mixed = page(new SimulatedStudy("scaling").withAnOpenLoad());

    assertThat(lines(closed)).isPositive();
    assertThat(lines(mixed)).isZero();
  }

  /** The drawn lines between the medians of a page's pictures against CPUs. */
  private static long lines(String html) {
    int from = html.indexOf("Throughput against CPUs");
    int to = html.indexOf("The Universal Scalability Law", from);
    return Pattern.compile("class=\"line c").matcher(html.substring(from, to)).results().count();
  }

  @Test
  void shouldShowWhatMemoryIsMadeOfWhateverTheStudyWhereSomebodyLooked() {
    String html = page(new SimulatedStudy("throughput").lookingAtMemory());

    assertThat(html)
        .contains("Throughput against load", "What RSS is made of", "direct buffers")
        .contains("<td", ">measures</th>", "cpu, memory");
    assertThat(SimulatedStudy.page("throughput")).doesNotContain("What RSS is made of");
  }

  @Test
  void shouldSayWhatIsOfALoadAloneAndWhatOfAllThatShareAProcess() {
    assertThat(page(new SimulatedStudy("throughput").steppedUp()))
        .contains("from the warm-up on, or over each load alone where several follow each other")
        .contains("the row of the last one is of the warm-up and all of them");
    assertThat(SimulatedStudy.page("throughput"))
        .contains("the wait for a CPU count from the warm-up on.</p>")
        .contains("from the warm-up to the end of the load. Pinned")
        .doesNotContain("follow each other in one process");
  }

  @Test
  void shouldShowHowEachArmWasStartedAndWhatItWasGiven() {
    String html =
        page(
            new SimulatedStudy("throughput")
                .arms("mine", "virtual")
                .startedBy("java", "-Ddb.password=hot", "a b.jar", "--token", "hot", "${port}"));

    assertThat(html).contains(">command</th>", ">CPU quota</th>", ">memory limit</th>");
    assertThat(Html.rowOf(html, "s0-arms", "mine").replace("&#39;", "'"))
        .contains("java '-Ddb.password=***' 'a b.jar' --token '***' '${port}'")
        .contains(">0.5 CPUs<", ">500\u00a0MB<")
        .doesNotContain("hot");
    assertThat(Html.rowOf(html, "s0-arms", "virtual")).contains(">none<");
    assertThat(SimulatedStudy.page("throughput"))
        .doesNotContain(">command</th>", ">CPU quota</th>", ">memory limit</th>");
  }

  /** Arms may differ in nothing else. */
  @Test
  void shouldShowTheVariablesThatAnArmWasGivenWithoutTheirSecrets() {
    String html =
        page(
            new SimulatedStudy("throughput")
                .arms("mine", "virtual")
                .startedBy("java", "-jar", "a.jar")
                .given("THREADS_VIRTUAL", "true")
                .given("DB_PASSWORD", "hot")
                .given("JAVA_TOOL_OPTIONS", "-Xmx1g -Dapi.key=hot"));

    assertThat(html).contains(">environment</th>");
    assertThat(Html.rowOf(html, "s0-arms", "mine").replace("&#39;", "'"))
        .contains("THREADS_VIRTUAL=true 'DB_PASSWORD=***'")
        .contains("'JAVA_TOOL_OPTIONS=-Xmx1g -Dapi.key=***'")
        .doesNotContain("hot");
    assertThat(Html.rowOf(html, "s0-arms", "virtual")).contains(">nothing added<");
    assertThat(SimulatedStudy.page("throughput")).doesNotContain(">environment</th>");
  }

  @Test
  void shouldShowShortTasksByAppAndCpus() {
    String html = SimulatedStudy.page("short-tasks");

    assertThat(html)
        .contains("burn on 1\u00a0CPU", "burn on 2\u00a0CPUs", "ping on 1\u00a0CPU")
        .contains("Throughput against task length", "How much of that is reached")
        .contains("CPU time per task", "stays parked while tasks")
        .contains("Run-queue wait per switch", "woken and threads that were preempted are in it")
        .contains(">run-queue wait per switch</th>")
        .contains("Loads without a loop have no network", "class=\"line ideal\"");
    assertThat(Html.rowOf(html, "s0-share0-table", "50\u00a0µs"))
        .as("50 us of 62, and a little chance")
        .containsPattern(">(79|80|81)\\.\\d\\d");
  }

  @Test
  void shouldShowHowLongWokenWorkersWaitAndParkedOnesStay() {
    String html = page(new SimulatedStudy("short-tasks").arms("virtual", "adaptive"));

    assertThat(html)
        .contains("How long a woken worker waits for a CPU", "id=\"s0-woken\"")
        .contains("The longest time for which a worker stayed parked while tasks waited")
        .contains(">woken to running, mean</th>", ">wake-ups traced</th>");
    assertThat(Html.rowOf(html, "s0-woken", "virtual"))
        .as("the first is on one CPU")
        .contains("50\u00a0µs on 1\u00a0CPU", "wake-ups one by one: it is not mounted; mount it")
        .contains(">9.00\u00a0ms<");
    assertThat(Html.rows(html, "s0-woken"))
        .as("two task lengths on one and on two CPUs, of two arms")
        .hasSize(8)
        .filteredOn(row -> row.contains("on 2\u00a0CPUs") && row.contains("virtual"))
        .hasSize(2)
        .allSatisfy(row ->
            assertThat(row)
                .contains(">1,200<", ">7.00\u00a0µs<", ">5.00\u00a0µs<", ">60.0\u00a0µs<")
                .contains(">900\u00a0µs<", "4\u00a0forks")
                .doesNotContain("not mounted"));
  }

  @Test
  void shouldSayThatNoForkTracedWakeUps() {
    String html = page(new SimulatedStudy("short-tasks").interruptedAfter(1));

    assertThat(html).contains("No fork of this study traced it.");
    assertThat(SimulatedStudy.page("throughput")).doesNotContain("id=\"s0-woken\"");
  }

  @Test
  void shouldShowWhatARequestTakesOfTheCpuOverTime() {
    assertThat(SimulatedStudy.page("throughput"))
        .contains("CPU time per request", "id=\"s0-cpu-each-3-table\"")
        .doesNotContain("CPU time per task");
    assertThat(SimulatedStudy.page("short-tasks")).contains("id=\"s0-cpu-each-0-table\"");
  }

  @Test
  void shouldFitTheLawOfScalability() {
    String html = SimulatedStudy.page("scaling");

    assertThat(html)
        .contains("Throughput against CPUs", "The Universal Scalability Law")
        .contains("fork law c0", "line ideal c0", "See foliot diagnose");
    assertThat(Html.rowOf(html, "s0-scaling0-laws", "virtual")).contains("\u00a0%", "CPUs");
  }

  @Test
  void shouldSayWhyThereIsNoLaw() {
    String html = page(new SimulatedStudy("scaling").interruptedAfter(12));

    assertThat(html)
        .contains("not fitted: 3 different sizes were measured")
        .doesNotContain("fork law")
        .contains("The study was interrupted");
  }

  @Test
  void shouldAnswerWithAllStudiesOnOnePage() {
    List<StoredRun> runs = new ArrayList<>();
    for (String study : SimulatedStudy.STUDIES) {
      runs.add(
          new SimulatedStudy(study)
              .arms("virtual", "adaptive", study.equals("short-tasks") ? "fixed:cpus" : "fixed:50")
              .write(temp));
    }

    String html = StudyPages.html(runs);
    String top = html.substring(html.indexOf("<div class=\"lead\">"), html.indexOf("id=\"short\""));

    assertThat(top)
        .as("the joint answer, before all else")
        .contains("On this machine:</p>", "<li>what throughput says")
        .contains("12 of 12 forks SUSPECT", "These studies cannot say all.");
    assertThat(html.indexOf("<div class=\"lead\">")).isLessThan(html.indexOf("class=\"validity"));
    for (int i = 0; i < runs.size(); i++) {
      assertThat(top).contains("<a href=\"#s" + i + "\">" + SimulatedStudy.STUDIES.get(i) + "</a>");
    }
    assertThat(html).contains("<h1>what throughput says</h1>");
    for (int i = 0; i < runs.size(); i++) {
      assertThat(html)
          .contains("href=\"#s" + i + "\">" + SimulatedStudy.STUDIES.get(i) + "<")
          .contains("<section id=\"s" + i + "\" class=\"evidence\">", runs.get(i).id());
    }
    assertThat(html).contains("<caption>In short</caption>", "What does scaling say?", "not asked");
    assertThat(html.indexOf("id=\"short\"")).isLessThan(html.indexOf("id=\"answers\""));
    assertThat(html.indexOf("id=\"arms\""))
        .isLessThan(html.indexOf("id=\"answers\""))
        .isLessThan(html.indexOf("id=\"s0\""));
    assertThat(Html.count(html, "\"button\" class=\"key\" data-k=\"a0\"")).isGreaterThan(5);
    Html.shouldBeWhole(html);
  }

  private String page(SimulatedStudy study) {
    return StudyPages.html(List.of(study.write(temp.resolve("s" + counter++))));
  }

  private int counter;
}
