package dev.foliot.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.store.StoreException;
import dev.foliot.text.FoliotException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans are checked when they are created, and read back unchanged. */
final class LoadPlanTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir Path folder;

  @Test
  void shouldReadBackWhatItWrote() throws Exception {
    LoadPlan plan =
        new LoadPlan(
            Target.parse("http://[::1]:8080/"),
            List.of(
                new RequestTemplate(
                    "POST",
                    "/a?b=${n}",
                    Map.of("Accept", "*/*"),
                    "{${random:1-9}}",
                    3,
                    List.of(
                        Check.parse("status 200-204"),
                        Check.parse("body contains ok: "),
                        Check.parse("body matches ^a.*b$"))),
                RequestTemplate.get("/")),
            List.of(
                new LoadPhase(
                    "one",
                    new Traffic.Open(Rate.parse("1.5k/s"), Arrivals.parse("poisson")),
                    SECOND),
                new LoadPhase("two", new Traffic.Idle(), SECOND / 2),
                new LoadPhase(
                    "three",
                    new Traffic.Open(Rate.parse("1k/s"), Arrivals.parse("ramp:10/s..1k/s")),
                    SECOND),
                new LoadPhase("four", new Traffic.Closed(50, 5_000_000), 3 * SECOND)),
            Sending.http1(60, 2, SECOND, false),
            -9,
            SECOND);
    Path file = folder.resolve("plan.json");

    plan.write(file);

    LoadPlan read = LoadPlan.read(file);
    assertThat(Files.readString(file)).contains("\"schema\" : \"foliot.load.plan/1\"");
    // patterns have no equals
    assertThat(read.toString()).isEqualTo(plan.toString());
    assertThat(read.durationNs()).isEqualTo(5_500_000_000L);
  }

  @Test
  void shouldFillInWhatIsUsual() throws Exception {
    LoadPlan plan = read("'url':'http://localhost','phases':[{'duration':'2s','rate':'100/s'}]");

    assertThat(plan.target()).isEqualTo(new Target("localhost", 80));
    assertThat(plan.requests()).containsExactly(RequestTemplate.get("/"));
    assertThat(plan.phases().getFirst().traffic())
        .isEqualTo(new Traffic.Open(Rate.perSecond(100), new Arrivals.Constant()));
    assertThat(plan.sending().connections()).isEqualTo(100);
    assertThat(plan.sending().keepAlive()).isTrue();
    assertThat(plan.sending().timeoutNs()).isEqualTo(10 * SECOND);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          'phases':[{'duration':'2s'}]                                                   | has no url
          'url':'ftp://x','phases':[{'duration':'2s'}]                                   | is no URL of a target
          'url':'http://a:b@x','phases':[{'duration':'2s'}]                              | as a header
          'url':'http://x/path','phases':[{'duration':'2s'}]                             | give the path with the requests
          'url':'http://x y','phases':[{'duration':'2s'}]                                | is no URL
          'url':'http://x'                                                               | 1 to 100 phases
          'url':'http://x','phases':[{}]                                                 | phase 0 has no duration
          'url':'http://x','phases':[{'duration':'2'}]                                   | lacks a unit
          'url':'http://x','phases':[{'duration':'1ms'}]                                 | out of range: from 10ms to 24h
          'url':'http://x','phases':[{'duration':'2s','rate':'5'}]                       | lacks a unit
          'url':'http://x','phases':[{'duration':'2s','rate':'5/s','clients':3}]         | has clients and a rate
          'url':'http://x','phases':[{'duration':'2s','think':'5s'}]                     | has a think time and no clients
          'url':'http://x','phases':[{'duration':'2s','arrivals':'poisson'}]             | has arrivals and no rate
          'url':'http://x','phases':[{'duration':'2s','arrivals':'chaos','rate':'1/s'}]  | is no kind of arrivals
          'url':'http://x','phases':[{'duration':'2s','clients':0}]                      | clients are out of range
          'url':'http://x','phases':[{'duration':'2s','clients':101}]                    | 101 clients need as many connections
          'url':'http://x','phases':[{'duration':'2s'}],'connections':0                  | 0 connections are out of range
          'url':'http://x','phases':[{'duration':'2s'}],'loops':200                      | 200 event loops
          'url':'http://x','phases':[{'duration':'2s'}],'timeout':'20min'                | the time-out of
          'url':'http://x','phases':[{'duration':'2s'}],'interval':'1ms'                 | the interval of
          'url':'http://x','phases':[{'duration':'24h'}]                                 | give a longer one
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'method':'GETT'}]   | is no method here
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'body':'x'}]        | a GET has no body
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'path':'x'}]        | is no path
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'path':'/a b'}]     | is no path
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'path':'/${m}'}]    | is no placeholder
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'path':'/${n'}]     | is no placeholder
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'path':'/${random:5-1}'}] | is no placeholder
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'weight':0}]        | a weight of 0
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'headers':{'Host':'y'}}] | leave it out
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'headers':{'A b':'y'}}]  | is no name of a header
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'headers':{'A':'y\\r\\nB: z'}}] | must be printable
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'checks':['status 20']}] | is no check
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'checks':['status 300-200']}] | is no range
          'url':'http://x','phases':[{'duration':'2s'}],'requests':[{'checks':['body matches (']}] | is no regular expression
          """)
  void shouldRefuseWithTheRemedyInOneLine(String json, String words) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(FoliotException.class)
        .satisfies(
            e -> assertThat(((FoliotException) e).whose()).isEqualTo(FoliotException.Cause.USAGE))
        .message()
        .contains(words)
        .doesNotContain("\n");
  }

  @Test
  void shouldHideCredentialsInTheUrl() {
    assertThatThrownBy(() -> Target.parse("http://joe:hunter2@x"))
        .message()
        .doesNotContain("hunter2");
  }

  @Test
  void shouldRefuseAFileThatIsNone() {
    assertThatThrownBy(() -> LoadPlan.read(folder.resolve("none.json")))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void shouldDrawEvenlyAndTheSameForTheSame() {
    int[] counts = new int[10];
    for (int n = 0; n < 10_000; n++) {
      counts[(int) new Draw(1, 0, n).below(10, 3)]++;
      assertThat(new Draw(1, 0, n).below(10, 3)).isEqualTo(new Draw(1, 0, n).below(10, 3));
    }

    // five standard deviations
    assertThat(Arrays.stream(counts)).allMatch(count -> Math.abs(count - 1_000) < 150);
  }

  private LoadPlan read(String fields) throws Exception {
    Path file = folder.resolve("plan.json");
    Files.writeString(file, ("{'schema':'foliot.load.plan/1'," + fields + "}").replace('\'', '"'));
    return LoadPlan.read(file);
  }
}
