package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {
  private static final String SECRET = "hunter2";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--password hunter2 | --password ***",
        "-password hunter2 --rate 40k/s | -password *** --rate 40k/s",
        "--password -hunter2 | --password ***",
        "--password=hunter2 | --password=***",
        "--db.password=hunter2 | --db.password=***",
        "-Djavax.net.ssl.trustStorePassword=hunter2 | -Djavax.net.ssl.trustStorePassword=***",
        "-J-Dapi.key=hunter2 | -J-Dapi.key=***",
        "API_TOKEN=hunter2 | API_TOKEN=***",
        "-e MYSQL_ROOT_PASSWORD=hunter2 | -e MYSQL_ROOT_PASSWORD=***",
        "--pass hunter2 | --pass ***",
        "--dbPw hunter2 | --dbPw ***",
        "--AWS_SECRET_ACCESS_KEY hunter2 | --AWS_SECRET_ACCESS_KEY ***",
        "--no-token --token hunter2 | --no-token *** ***",
        "http://a/?token=hunter2&page=2 | http://a/?token=***&page=2",
        "http://a/?page=2&api_key=hunter2#top | http://a/?page=2&api_key=***",
        "https://me:hunter2@a:8443/b?c=d | https://***@a:8443/b?c=d",
        "https://hunter2@a/b | https://***@a/b",
        "https://me:hunter2/x@a/b | https://***@a/b",
        "https://me:p@hunter2@a/b | https://***@a/b",
        "me:hunter2@a:80 | ***@a:80",
        "--proxy=me:hunter2@a:80 | --proxy=***@a:80",
        "jdbc:oracle:thin:me/hunter2@//a:1521/x | ***@//a:1521/x",
        "jdbc:mysql://a/x?user=me&password=hunter2 | jdbc:mysql://a/x?user=me&password=***",
        "jdbc:sqlserver://a;password=hunter2;user=me | jdbc:sqlserver://a;password=***;user=me",
        "-javaagent:a.jar=port=1,token=hunter2,x=2 | -javaagent:a.jar=port=1,token=***,x=2",
        "-javaagent:a.jar=token=hun,ter2 | -javaagent:a.jar=token=***",
        "-u me:hunter2 http://a | -u *** http://a",
        "-H `X-Api-Key: hunter2` | -H `X-Api-Key: ***`",
        "-H X-Api-Key:hunter2 | -H X-Api-Key:***",
        "a=b%3Dpassword%3Dhunter2 | a=b%3Dpassword%3D***",
        "next%3Ftoken%3Dhunter2 | next%3Ftoken%3D***",
      })
  void shouldMaskTheValuesOfSuspiciousNames(String command, String expected) {
    List<String> redacted = Redaction.command(words(command));

    assertThat(redacted).isEqualTo(words(expected)).noneMatch(word -> word.contains(SECRET));
  }

  @Test
  void shouldMaskWithinJsonWhateverItsQuoting() {
    assertThat(Redaction.text("{\"password\":\"hunter2\",\"rate\":5}"))
        .isEqualTo("{\"password\":\"***\",\"rate\":5}");
    assertThat(Redaction.text("{\"secret\" : \"a\\\"hunter2\\\\\", \"rate\":5}"))
        .isEqualTo("{\"secret\" : \"***\", \"rate\":5}");
    assertThat(Redaction.text("\"{\\\"apiKey\\\":\\\"hunter2\\\",\\\"rate\\\":5}\""))
        .isEqualTo("\"{\\\"apiKey\\\":\\\"***\\\",\\\"rate\\\":5}\"");
    assertThat(Redaction.text("{\"rate\":5,\"tokens\":[\"hunter2\",\"x\"],\"y\":1}"))
        .isEqualTo("{\"rate\":5,\"tokens\":***");
    assertThat(Redaction.text("{token: 'hunter2', rate: 5}")).isEqualTo("{token: '***', rate: 5}");
    assertThat(Redaction.text("{\"key\":\"hunter2")).isEqualTo("{\"key\":\"***\"");
  }

  @Test
  void shouldMaskHeadersToTheEndOfTheLine() {
    assertThat(Redaction.text("Authorization: Digest a hunter2\nAccept: x"))
        .isEqualTo("Authorization: ***\nAccept: x");
    assertThat(Redaction.text("it sent Bearer hunter2 twice"))
        .isEqualTo("it sent Bearer *** twice");
  }

  @Test
  void shouldMaskOptionsWithinAText() {
    assertThat(Redaction.text("java -Da=b --token hunter2 -Dkey=hunter2 Main"))
        .isEqualTo("java -Da=b --token *** -Dkey=*** Main");
  }

  @Test
  void shouldMaskVariablesByTheirNamesAndWithinTheirValues() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("DB_PASSWORD", SECRET);
    variables.put("API_TOKEN", SECRET + " and more");
    variables.put("ClientSecret", SECRET);
    variables.put("AWS_ACCESS_KEY_ID", SECRET);
    variables.put("DATABASE_URL", "postgres://me:" + SECRET + "@a/b");
    variables.put("JAVA_TOOL_OPTIONS", "-Da=b -Dapi.key=hunter2 --token hunter2");
    variables.put("KEY_SIZE", "2048");

    assertThat(Redaction.named(variables))
        .containsExactly(
            Map.entry("DB_PASSWORD", "***"),
            Map.entry("API_TOKEN", "***"),
            Map.entry("ClientSecret", "***"),
            Map.entry("AWS_ACCESS_KEY_ID", "***"),
            Map.entry("DATABASE_URL", "postgres://***@a/b"),
            Map.entry("JAVA_TOOL_OPTIONS", "-Da=b -Dapi.key=*** --token ***"),
            Map.entry("KEY_SIZE", "2048"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "bench dev.foliot.samples.Lesson02_QueueHop --rate 40k/s --forks 3 --seed 7",
        "--keystore-type JKS",
        "-Djavax.net.ssl.keyStoreType=JKS",
        "--token-count 5 -Dkey.size=2048 --password-length=12",
        "--classpath lib/keys.jar:lib/tokenizer.jar:/opt/keycloak.jar:build/keys:x",
        "-XX:+UseZGC -Xmx2g -XX:CompileCommand=print,com.acme.KeyStore::put",
        "-Xlog:gc*:file=gc.log --add-opens java.base/java.lang=ALL-UNNAMED",
        "http://localhost:8080/@scope/pkg?a=b",
        "http://[::1]:8080/a@b",
        "git@github.com /home/a@b:c user@host",
        "Intel(R) Xeon(R) CPU @ 2.80GHz",
        "the monkey turned the keys of a token ring",
      })
  void shouldLeaveTheRestAlone(String command) {
    assertThat(Redaction.command(words(command))).isEqualTo(words(command));
  }

  @Test
  void shouldRatherMaskTooMuch() {
    assertThat(Redaction.command(List.of("--keyspace", "100", "--keystore=a.jks")))
        .containsExactly("--keyspace", "***", "--keystore=***");
    assertThat(Redaction.command(List.of("--key", "--rate", "5")))
        .containsExactly("--key", "***", "5");
  }

  @Test
  void shouldChangeNothingWhenDoneTwice() {
    String[] parts = {
      "--",
      "-D",
      "password",
      "key",
      "=",
      ":",
      " ",
      "\"",
      "'",
      "\\",
      "{",
      "[",
      ",",
      ";",
      "&",
      "://",
      "@",
      "/",
      "a",
      "b.c",
      "***",
      "\n",
      "%3D",
      "bearer ",
      "type",
      "-u",
      "😀"
    };
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n >= 0; n--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      String once = Redaction.text(text.toString());
      assertThat(Redaction.text(once)).as("seed %d: <%s>", seed, text).isEqualTo(once);
      List<String> words = words(text.toString());
      List<String> command = Redaction.command(words);
      assertThat(Redaction.command(command)).as("seed %d: %s", seed, words).isEqualTo(command);
    }
  }

  @Test
  @Timeout(20)
  void shouldTakeTimeInProportionToLongTexts() {
    for (String part :
        List.of("a", "a:", "key=", "-a ", "\\", "\"", "://", "@", "a@", ",key", " ")) {
      String text = part.repeat(300_000 / part.length());
      assertThat(Redaction.text(text)).isNotNull();
    }
  }

  /** Words by blanks, except within backticks. */
  private static List<String> words(String command) {
    return Arrays.stream(command.strip().split(" +(?=(?:[^`]*`[^`]*`)*[^`]*$)"))
        .map(word -> word.replace("`", ""))
        .toList();
  }

  @Test
  void shouldKeepNumbersAmongTheParametersOfATaskAndMaskSecrets() {
    Map<String, String> params = new LinkedHashMap<>();
    params.put("keys", "64");
    params.put("isTokenized", "true");
    params.put("apiKey", SECRET);
    params.put("url", "https://me:" + SECRET + "@host");
    RunRecord run = Examples.run("20261101-100000-aaaa");
    Arm arm = new Arm("/jdk", "25", List.of(), null, params);

    RunRecord redacted =
        new RunRecord(
                run.schema(),
                new RunRecord.Origin(
                    run.id(),
                    run.command(),
                    run.commandLine(),
                    run.benchmark(),
                    run.startedAt(),
                    run.endedAt()),
                new RunRecord.Setup(List.of(arm), run.loads(), run.environment()),
                new RunRecord.Result(run.validity(), run.summary(), List.of(), run.rateSearch()),
                run.forks(),
                run.complete())
            .redacted();

    assertThat(redacted.arms().getFirst().paramText())
        .isEqualTo("keys=64 isTokenized=true apiKey=*** url=https://***@host");
  }
}
