package dev.foliot.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foliot.load.Capture;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sequence;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Traffic;
import dev.foliot.load.yaml.YamlException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class PlanFileTest {
  private static final String RIGHT =
      """
      url: https://shop.test
      name: shop
      requests:
        - name: list
          path: /orders?user=${csv:users.csv:id}
          weight: 9
        - path: /orders
          headers: {Content-Type: application/json}
          body: '{"id": "${phase}-${n}"}'
          checks: [status 201, body contains ok]
      phases:
        - {name: warm-up, rate: 500/s, duration: 10s}
        - {rate: 500/s, duration: 30s}
        - {arrivals: 'ramp:500/s..2k/s', duration: 30s}
        - {rest: 5s}
        - {clients: 50, think: 10ms, duration: 20s}
      http2: true
      connections: 5
      streams: 20
      timeout: 5s
      tls: {trust: ca.pem}
      rounds: 3
      seed: 7
      assert: p99.9<80ms, errors<0.1%
      """;

  private static final String SEQUENCE =
      """
      url: https://shop.test
      requests:
        - path: /health
        - name: shop
          weight: 3
          cookies: false
          sequence:
            - name: login
              method: POST
              path: /login
              body: '{"id": ${n}}'
              capture: {token: {json: $.token}, place: {header: Location}}
              checks: status 201
            - path: /orders?id=${csv-random:users.csv:id}
              think: uniform:400ms..600ms
              headers: {Authorization: 'Bearer ${token}'}
              capture:
                id: {regex: 'id=(\\d+)'}
            - path: ${place}/${id}
              method: PUT
              body: ${token}
      phases:
        - {rate: 5/s, duration: 30s}
      """;

  @TempDir private Path folder;

  private PlanFile.Content read(String text) throws Exception {
    Files.writeString(folder.resolve("users.csv"), "id,name\r\n17,Ann\r\n18,\"Bo, B.\"");
    return PlanFile.read(Files.writeString(folder.resolve("shop.yaml"), text), 1);
  }

  @Test
  void shouldReadEveryField() throws Exception {
    PlanFile.Content content = read(RIGHT);

    assertThat(content.name()).isEqualTo("shop");
    assertThat(content.rounds()).isEqualTo(3);
    assertThat(content.limits()).isEqualTo("p99.9<80ms, errors<0.1%");
    LoadPlan plan = content.plan();
    assertThat(plan.target()).isEqualTo(new Target("shop.test", 443, true));
    assertThat(plan.seed()).isEqualTo(7);
    assertThat(plan.sending().protocol()).isEqualTo(Protocol.HTTP_2);
    assertThat(plan.sending().slots()).isEqualTo(100);
    assertThat(plan.sending().timeoutNs()).isEqualTo(5_000_000_000L);
    assertThat(plan.sending().tls().trust()).isEqualTo(folder.resolve("ca.pem"));
    assertThat(plan.requests())
        .extracting(RequestTemplate::name)
        .containsExactly("list", "POST /orders");
    assertThat(plan.requests().getFirst().path())
        .isEqualTo("/orders?user=${csv:" + folder.resolve("users.csv") + ":id}");
    assertThat(plan.requests().getLast().checks()).hasSize(2);
    assertThat(plan.phases())
        .extracting(LoadPhase::isMeasured)
        .containsExactly(false, true, true, false, true);
    assertThat(plan.phases())
        .extracting(LoadPhase::traffic)
        .last()
        .isEqualTo(new Traffic.Closed(50, 10_000_000));
  }

  @Test
  void shouldComeThroughTheFileOfTheDriver() throws Exception {
    LoadPlan plan = read(RIGHT).plan();
    Path json = folder.resolve("plan.json");
    plan.write(json);

    assertThat(LoadPlan.read(json)).isEqualTo(plan);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "url: https://shop.test | url: shop.test | :1: url: ",
        "rounds: 3 | rouns: 3 | :22: there is no field 'rouns' in a plan of a load; did you mean",
        "weight: 9 | weight: 0 | :6: weight: 0 is out of range",
        "users.csv:id | users.csv:number | :5: path: ${csv:...}",
        "users.csv:id | nobody.csv:id | :5: path: ${csv:...}",
        "status 201 | state 201 | :10: checks: ",
        "rate: 500/s, duration: 10s | rate: 500, duration: 10s | :12: rate: ",
        "rate: 500/s, duration: 30s | rate: 500/s | :13: there is no 'duration'",
        "{rest: 5s} | {rest: 5s, rate: 1/s} | :15: rate: a rest has none",
        "clients: 50 | clients: 50, rate: 1/s | :16: a phase has clients and a rate",
        "think: 10ms | think: 'uniform:9ms..1ms' | :16: think: 'uniform:9ms..1ms' is no think time",
        "think: 10ms | ramp: 21s | clients that arrive over 21s do not all come in a phase of 20s",
        "rate: 500/s, duration: 30s | rate: 500/s, ramp: 1s, duration: 30s | :13: ramp: goes with"
            + " clients",
        "clients: 50 | clients: 500 | 500 clients need as many connections or streams",
        "http2: true | http2: yes | :17: http2: 'yes' is neither true nor false",
        "http2: true | http2: false | :19: streams: they are of HTTP/2",
        "timeout: 5s | timeout: 1h | :20: timeout: 1h is out of range",
        "trust: ca.pem | trust: ca.pem, insecure: true | :21: tls: ",
        "url: https | url: http | :21: tls: the url is not https",
        "rounds: 3 | rounds: 0 | :22: rounds: 0 is out of range",
        "seed: 7 | seed: x | :23: seed: "
      })
  void shouldSayTheLineOfAnError(String right, String wrong, String complaint) throws Exception {
    assertThat(RIGHT).contains(right);

    YamlException refusal =
        catchThrowableOfType(
            YamlException.class,
            () -> read(RIGHT.replaceFirst(Pattern.quote(right), Matcher.quoteReplacement(wrong))));

    assertThat(Objects.requireNonNull(refusal).complaints())
        .anySatisfy(line -> assertThat(line).contains(complaint));
  }

  @Test
  void shouldKnowTheHostsOfRequestsByNameAndByUrl() throws Exception {
    String text =
        """
        url: http://shop.test
        hosts: {pay: 'https://pay.test', other: 'http://other.test:81'}
        requests:
          - path: /a
          - {host: pay, path: /b, name: b}
          - {host: 'http://third.test', path: /c}
          - sequence:
              - {host: other, path: /d}
              - {path: /e}
        phases: [{rate: 1/s, duration: 1s}]
        tls: {trust: ca.pem}
        """;
    LoadPlan plan = read(text).plan();

    assertThat(plan.hosts())
        .containsExactly(
            new Target("shop.test", 80),
            new Target("pay.test", 443, true),
            new Target("third.test", 80),
            new Target("other.test", 81));
    assertThat(plan.names())
        .containsExactly(
            "GET /a",
            "b",
            "GET third.test:80/c",
            "sequence 1: GET other.test:81/d",
            "sequence 1: GET /e");
    Path json = folder.resolve("plan.json");
    plan.write(json);
    assertThat(LoadPlan.read(json)).isEqualTo(plan);
    for (String[] wrong :
        new String[][] {
          {"host: pay", "host: pai", ":5: host: 'pai' is none of the plan's hosts", "pay, other"},
          {"'https://pay.test'", "'pay.test'", ":2: hosts: 'pay.test' is no URL", "write http"},
          {"'https://pay.test'", "'http://pay.test'", ":11: tls: the url is not https", "leave tls"}
        }) {
      YamlException refusal =
          catchThrowableOfType(YamlException.class, () -> read(text.replace(wrong[0], wrong[1])));
      assertThat(Objects.requireNonNull(refusal).complaints())
          .anySatisfy(line -> assertThat(line).contains(wrong[2], wrong[3]));
    }
  }

  @Test
  void shouldReadASequence() throws Exception {
    LoadPlan plan = read(SEQUENCE).plan();

    Sequence shop = plan.sequences().getFirst();
    assertThat(shop.name()).isEqualTo("shop");
    assertThat(shop.weight()).isEqualTo(3);
    assertThat(shop.cookies()).isFalse();
    assertThat(shop.variables()).containsExactly("token", "place", "id");
    assertThat(shop.steps())
        .extracting(Sequence.Step::think)
        .containsExactly(
            Think.NONE, new Think(400_000_000, 600_000_000, Think.Spread.UNIFORM), Think.NONE);
    assertThat(shop.steps().getFirst().captures())
        .containsExactly(
            Map.entry("token", Capture.json("$.token")),
            Map.entry("place", new Capture.Header("location")));
    assertThat(shop.steps().get(1).captures().get("id")).hasToString("regex id=(\\d+)");
    assertThat(plan.names()).startsWith("GET /health", "shop: login").hasSize(4);
    Path json = folder.resolve("plan.json");
    plan.write(json);
    // patterns have no equals
    assertThat(LoadPlan.read(json)).hasToString(plan.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "path: ${place}/${id} | path: x/${id} | :19: path: 'x/${id}' is no path",
        "path: ${place}/${id} | path: ${n}/${id} | :19: path: '${n}/${id}' is no path",
        "path: /login | path: /login/${token} | :10: path: '${token}' is no placeholder",
        "Bearer ${token} | Bearer ${tokn} | :16: headers: '${tokn}' is no placeholder",
        "body: ${token} | body: ${what} | :21: body: '${what}' is no placeholder",
        "path: /health | path: /${token} | :3: path: '${token}' is no placeholder",
        "json: $.token | json: token | :12: json: 'token' is no path to one value of JSON",
        "{json: $.token} | {json: $.token, header: A} | :12: a capture has one of",
        "{json: $.token} | {xml: token} | :12: there is no field 'xml' in a capture",
        "token: {json: $.token} | n: {json: $.token} | :12: capture: 'n' is no name",
        "header: Location | header: 'Loc ation' | :12: header: 'loc ation' is no name of a header",
        "id=(\\d+) | id=(\\d+ | :18: regex: ",
        "think: uniform:400ms..600ms | think: 2h | :15: think: a think time of 2h is out of range",
        "name: login | think: 5ms | :8: think: the first step is due by the schedule",
        "cookies: false | cookies: 3 | :6: cookies: '3' is neither true nor false",
        "checks: status 201 | check: status 201 | :13: there is no field 'check' in a step"
      })
  void shouldSayTheLineOfAnErrorInASequence(String right, String wrong, String complaint)
      throws Exception {
    assertThat(SEQUENCE).contains(right);

    YamlException refusal =
        catchThrowableOfType(YamlException.class, () -> read(SEQUENCE.replace(right, wrong)));

    assertThat(Objects.requireNonNull(refusal).complaints())
        .anySatisfy(line -> assertThat(line).contains(complaint));
  }

  @Test
  void shouldReadThePlanOfTheGuide() throws Exception {
    String page = Files.readString(Path.of("../docs/guide/load-plans.md"));
    int from = page.indexOf("```yaml\n") + "```yaml\n".length();

    PlanFile.Content content = read(page.substring(from, page.indexOf("```", from)));

    assertThat(content.name()).isEqualTo("shop");
    assertThat(content.plan().phases()).hasSize(5);
  }

  @Test
  void shouldReadThePlanOfGrpcOfTheGuide() throws Exception {
    String page = Files.readString(Path.of("../docs/guide/load-grpc.md"));
    int from = page.indexOf("```yaml\n") + "```yaml\n".length();
    String text = page.substring(from, page.indexOf("```", from));

    LoadPlan plan = read(text).plan();

    assertThat(plan.sending().protocol()).isEqualTo(Protocol.GRPC);
    assertThat(plan.sending().slots()).isEqualTo(100);
    assertThat(plan.names()).containsExactly("shop.Orders/Get", "shop.Orders/List");
    assertThat(read(text + "descriptors: shop.binpb").plan().execution().descriptors())
        .isAbsolute()
        .hasFileName("shop.binpb");
    assertThatThrownBy(() -> read(text + "proxy: http://127.0.0.1:1"))
        .hasMessageContaining("without a proxy");
    assertThatThrownBy(() -> read(text + "http2: true")).hasMessageContaining("speaks gRPC");
    assertThatThrownBy(() -> read(text + "keep-alive: false"))
        .hasMessageContaining("keeps its connections");
    assertThatThrownBy(() -> read(text.replace("grpc:", "http:") + "descriptors: shop.binpb"))
        .hasMessageContaining("descriptors are of gRPC");
  }

  @Test
  void shouldReadTheSequenceOfTheGuide() throws Exception {
    String page = Files.readString(Path.of("../docs/guide/load-plans.md"));
    int heading = page.indexOf("## Sequences");
    int from = page.indexOf("```yaml\n", heading) + "```yaml\n".length();

    LoadPlan plan =
        read("url: http://shop.test\nphases: [{rate: 1/s, duration: 1s}]\n"
                + page.substring(from, page.indexOf("```", from)))
            .plan();

    assertThat(plan.sequences().getFirst().variables()).containsExactly("token", "cart", "id");
  }

  @Test
  void shouldHaveTheFieldsOfItsSchema() throws Exception {
    JsonNode schema =
        JsonMapper.shared()
            .readTree(Files.readString(Path.of("../docs/reference/load-plan.schema.json")));

    assertThat(schema.at("/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(LoadOption.fields(LoadOption.Section.PLAN));
    assertThat(schema.at("/properties/phases/items/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(LoadOption.fields(LoadOption.Section.PHASE));
    assertThat(schema.at("/$defs/request/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(RequestReader.NAMED);
    assertThat(schema.at("/$defs/sequence/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(SequenceReader.FIELDS);
    assertThat(schema.at("/$defs/step/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(SequenceReader.STEP);
    assertThat(schema.at("/$defs/capture/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(SequenceReader.CAPTURE);
    assertThat(schema.at("/properties/tls/properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(LoadOption.fields(LoadOption.Section.TLS));
  }

  @ParameterizedTest
  @EnumSource
  void shouldHaveInItsSchemaWhatTheTableOfOptionsSays(LoadOption option) throws Exception {
    JsonMapper json = JsonMapper.shared();
    JsonNode schema =
        json.readTree(Files.readString(Path.of("../docs/reference/load-plan.schema.json")));
    String section =
        switch (option.section()) {
          case PLAN -> "/properties/";
          case PHASE -> "/properties/phases/items/properties/";
          case TLS -> "/properties/tls/properties/";
        };
    String wanted = option.schema();

    JsonNode found = schema.at(section + option.field());

    assertThat(found.isMissingNode()).isFalse();
    if (wanted != null) {
      assertThat(found).isEqualTo(json.readTree(wanted));
    }
  }

  @Test
  void shouldSayEverythingThatIsMissing() {
    YamlException refusal = catchThrowableOfType(YamlException.class, () -> read("name: x\n"));

    assertThat(Objects.requireNonNull(refusal).complaints())
        .hasSize(3)
        .allMatch(line -> line.contains("there is no '"));
  }
}
