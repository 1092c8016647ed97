package dev.foliot.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.bench.Schedule;
import dev.foliot.text.FoliotException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings, good and hostile. */
final class RecordingTest {
  private static final long MS = 1_000_000;
  private static final Target SHOP = new Target("shop.test", 80);

  private static final String HAR =
      """
      {"log": {"version": "1.2", "creator": {"name": "x"},
        "entries": [
          {"startedDateTime": "2026-11-27T12:00:01.250Z",
           "request": {"method": "POST", "url": "https://shop.test/orders?a=${b}",
             "headers": [
               {"name": ":authority", "value": "shop.test"},
               {"name": "Host", "value": "shop.test"},
               {"name": "Cookie", "value": "a=1"},
               {"name": "Cookie", "value": "b=2"},
               {"name": "Content-Type", "value": "text/plain"}],
             "postData": {"mimeType": "text/plain", "text": "hello ${n}"}},
           "response": {"status": 302, "content": {"text": "long"}}},
          {"startedDateTime": "2026-11-27T14:00:00.000+02:00",
           "request": {"method": "GET", "url": "https://SHOP.test:8443", "headers": []},
           "response": {"status": 200}, "cache": {}, "timings": {"wait": 7}},
          {"startedDateTime": "2026-11-27T12:00:01.000Z",
           "request": {"method": "GET", "url": "https://ads.test/x"}, "response": {"status": 200}},
          {"startedDateTime": "2026-11-27T12:00:01.100Z",
           "request": {"method": "PROPFIND", "url": "https://shop.test/x"}}
        ]}}
      """;

  private static final String LOG =
      """
      10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /a?token=x HTTP/1.1" 200 17
      10.0.0.1 - ann b [10/Oct/2026:13:55:36 +0000] "GET /b HTTP/1.1" 404 - "-" "curl \\"7\\""

      10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "\\x16\\x03\\x01" 400 0
      10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "POST /c\\x22d HTTP/2.0" 201 5 "-" "-" extra
      ::1 - - [10/Oct/2026:15:55:38 +0200] "GET /a HTTP/1.1" 304 0
      10.0.0.1 - - [10/Oct/2026:13:55:38 +0000] "GET http://other.test/ HTTP/1.1" 200 1
      """;

  @TempDir private Path folder;

  private Recording har(String text) throws Exception {
    return read("a.har", text, Recording.Format.HAR, 1);
  }

  private Recording log(String text) throws Exception {
    return read("access.log", text, Recording.Format.ACCESS_LOG, 1);
  }

  private Recording read(String name, String text, Recording.Format format, double speedUp)
      throws Exception {
    Path file = Files.writeString(folder.resolve(name), text);
    return Recording.read(new Recording.Source(file, format, speedUp), SHOP);
  }

  private static List<Long> times(Recording recording) {
    List<Long> times = new ArrayList<>();
    Schedule schedule = recording.schedule();
    for (long at = schedule.nextNs(); at != Schedule.END; at = schedule.nextNs()) {
      times.add(at);
    }
    return times;
  }

  private static List<RequestTemplate> played(Recording recording) {
    List<RequestTemplate> played = new ArrayList<>();
    for (int i = 0; i < recording.size(); i++) {
      played.add(recording.requests().get(recording.requestOf(i)));
    }
    return played;
  }

  @Test
  void shouldPlayTheRequestsOfAHarFileInTheOrderOfTheirTimes() throws Exception {
    Recording recording = har(HAR);

    assertThat(times(recording)).containsExactly(0L, 1_250 * MS);
    assertThat(recording.leftOut()).isEqualTo(new Recording.LeftOut(1, 1));
    assertThat(played(recording))
        .containsExactly(
            RequestTemplate.get("/"),
            new RequestTemplate(
                "POST",
                "/orders?a=$${b}",
                Map.of("cookie", "a=1; b=2", "content-type", "text/plain"),
                "hello $${n}",
                1,
                List.of(new Check.Status(200, 299), new Check.Status(302, 302))));
    assertThat(recording.names()).containsExactlyInAnyOrder("GET /", "POST /orders");
  }

  @Test
  void shouldSpreadTheRequestsOfALogOverTheirSecond() throws Exception {
    Recording recording = log(LOG);

    assertThat(times(recording)).containsExactly(0L, 250 * MS, 750 * MS, 2_000 * MS);
    assertThat(played(recording))
        .extracting(one -> one.method() + " " + one.path())
        .containsExactly("GET /a?token=x", "GET /b", "POST /c%22d", "GET /a");
    assertThat(recording.leftOut()).isEqualTo(new Recording.LeftOut(1, 1));
    assertThat(recording.names()).startsWith("GET /a").hasSize(3);
    assertThat(recording.kindOf(recording.requestOf(0)))
        .isEqualTo(recording.kindOf(recording.requestOf(3)));
  }

  @Test
  void shouldPlayFaster() throws Exception {
    Recording recording = read("access.log", LOG, Recording.Format.ACCESS_LOG, 2);

    assertThat(times(recording)).containsExactly(0L, 125 * MS, 375 * MS, 1_000 * MS);
    assertThatThrownBy(() -> new Recording.Source(folder, Recording.Format.HAR, 0))
        .hasMessageContaining("from 0.001 to 1000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "12:00:01.250Z | 25:00:01Z | :3: startedDateTime '2026-11-27T25:00:01Z' is no time",
        "url\": \"https://shop.test/orders | u\": \"https://x | :3: the request has no 'url'",
        "\"request\": {\"method\": \"GET\", \"url\": \"https://SHOP | \"r\": {\"url\":"
            + " \"https://SHOP | :13: the entry has no 'request'",
        "\"cache\": {} | \"cache\": { | :15: this is no JSON",
        "\"entries\": [ | \"entries\": {}, \"x\": [ | :2: 'entries' is no list",
        "\"log\": { | \"log\": 3, \"x\": { | :1: 'log' is no object",
        "\"log\" | \"lag\" | there is no 'log' with 'entries'",
        "shop.test | elsewhere.test | has no request to shop.test, and"
      })
  void shouldSayWhatIsWrongWithAHarFile(String right, String wrong, String complaint)
      throws Exception {
    assertThat(HAR).contains(right);

    assertThatThrownBy(() -> har(HAR.replace(right, wrong).replace("SHOP.test", "elsewhere.test")))
        .isInstanceOf(FoliotException.class)
        .satisfies(
            e -> assertThat(((FoliotException) e).whose()).isEqualTo(FoliotException.Cause.USAGE))
        .message()
        .contains(complaint)
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "404 - | 4xx - | :2: this is no line of an access log",
        "\"GET /a HTTP/1.1\" 304 | \"GET /a HTTP/1.1 304 | :6: this is no line of an access log",
        "10/Oct/2026:15:55:38 | 10/Okt/2026:15:55:38 | :6: '10/Okt/2026:15:55:38 +0200' is no time",
        "10/Oct/2026:15:55:38 | 99/Oct/2026:15:55:38 | :6: '99/Oct",
      })
  void shouldSayTheLineOfAWrongLogLine(String right, String wrong, String complaint)
      throws Exception {
    assertThat(LOG).contains(right);

    assertThatThrownBy(() -> log(LOG.replace(right, wrong)))
        .isInstanceOf(FoliotException.class)
        .message()
        .contains(complaint)
        .doesNotContain("\n");
  }

  @Test
  void shouldRefuseWhatIsNoRecordingAtAll() throws Exception {
    String binary = "\u001b[2J\u0000\u0001</script>";
    assertThatThrownBy(() -> log(binary)).message().contains(":1: ").doesNotContain("\u001b");
    assertThatThrownBy(() -> har(binary))
        .message()
        .contains(":1: this is no JSON")
        .doesNotContain("\u001b");
    assertThatThrownBy(() -> har("")).hasMessageContaining(":1: ");
    assertThatThrownBy(() -> har("[".repeat(100_000))).hasMessageContaining(":1: ");
    assertThatThrownBy(() -> log("")).hasMessageContaining("has no request that can be played");
    assertThatThrownBy(() -> log("x".repeat(100_000)))
        .hasMessageContaining(":1: the line is longer");
    assertThatThrownBy(() -> log("a - - [".repeat(9_000)))
        .hasMessageContaining(":1: this is no line");
    assertThatThrownBy(() ->
            Recording.read(
                new Recording.Source(folder.resolve("none.har"), Recording.Format.HAR, 1), SHOP))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void shouldHaveFiguresForTheMostFrequentPathsOnly() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      lines.append(
          "1 - - [10/Oct/2026:13:55:36 +0000] \"GET /p%d HTTP/1.1\" 200 1\n".formatted(i / 2));
    }
    Recording recording = log(lines.toString());

    assertThat(recording.requests()).hasSize(100);
    assertThat(recording.names()).hasSize(50).endsWith("other requests");
  }

  @Test
  void shouldComeThroughTheFileOfTheDriver() throws Exception {
    Recording recording = read("access.log", LOG, Recording.Format.ACCESS_LOG, 2);
    LoadPlan plan =
        new LoadPlan(
            SHOP,
            List.of(),
            List.of(),
            recording,
            List.of(
                new LoadPhase(
                    "recording",
                    new Traffic.Open(
                        Rate.perSecond(1), new Arrivals.Trace(recording.source().file())),
                    900 * MS)),
            Sending.http1(1, 1, 1_000 * MS, true),
            1,
            100 * MS);
    Path json = folder.resolve("plan.json");
    plan.write(json);

    assertThat(LoadPlan.read(json)).isEqualTo(plan);
    assertThat(plan.names()).isEqualTo(recording.names());
    Schedule schedule = plan.schedule(0);
    schedule.nextNs();
    schedule.nextNs();
    // the fourth request is due after the end of the phase
    assertThat(schedule.nextNs()).isEqualTo(375 * MS);
    assertThat(schedule.nextNs()).isEqualTo(Schedule.END);
  }
}
