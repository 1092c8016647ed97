package dev.foliot.load.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.load.LoadPlan;
import dev.foliot.load.Think;
import dev.foliot.load.Traffic;
import dev.foliot.load.plan.PlanFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class PlanTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir private Path folder;

  /** Every method of the builders is called here. */
  private static Plan everything() {
    return Plan.of("https://shop.test")
        .name("shop")
        .host("pay", "https://pay.test")
        .requests(
            Request.get("/orders?user=" + Values.csv("users.csv", "id")).name("list").weight(9),
            Request.post("/orders", "{\"id\": \"" + Values.uuid() + "\"}")
                .header("Content-Type", "application/json")
                .header("X-Try", Values.phase() + "-" + Values.number())
                .checks("status 201")
                .checks("body contains ok", "body matches id=\\d+"),
            Request.put("/a", Values.jsonRandom("users.json", "id")),
            Request.delete("/a/" + Values.random(1, 9)),
            Request.of("GET", "/events").events("10").host("pay"))
        .sequences(
            Sequence.of(
                    "buy",
                    Request.post("/login", Values.csvRandom("users.csv", "id"))
                        .captureJson("token", "$.token")
                        .captureHeader("cart", "Location")
                        .captureRegex("id", "id=(\\d+)"),
                    Request.get(Values.captured("cart"))
                        .think(Pause.uniform(SECOND, SECOND.multipliedBy(3)))
                        .header("Authorization", "Bearer " + Values.captured("token")))
                .weight(3)
                .withoutCookies(),
            Sequence.of("look", Request.get("/" + Values.json("users.json", "id"))))
        .phases(
            Phase.rate("500/s", SECOND).warmUp(),
            Phase.rate("500/s", SECOND).arriving("constant").requests(100).name("even"),
            Phase.arrivals("ramp:500/s..2k/s", SECOND),
            Phase.rest(SECOND),
            Phase.clients(5, SECOND)
                .think(Pause.exponential(Duration.ofMillis(10)))
                .ramp(Duration.ofMillis(500)),
            Phase.clients(5, SECOND).think(Pause.constant(Duration.ofMillis(10))))
        .connections(5)
        .http2()
        .streams(20)
        .timeout(Duration.ofSeconds(5))
        .loops(1)
        .trust(Path.of("ca.pem"))
        .certificate(Path.of("me.pem"), Path.of("me.key"))
        .dnsTtl(SECOND)
        .follow()
        .trace()
        .rounds(3)
        .seed(7)
        .limits("p99<80ms, list: p97.5<1s");
  }

  /** What contradicts the rest. */
  private static Plan others() {
    return Plan.of("grpcs://shop.test:443")
        .requests(Request.post("/shop.Orders/Get", "{}"))
        .phases(Phase.clients(1, SECOND))
        .insecure()
        .connectionAge(SECOND)
        .requestsPerConnection(10)
        .proxy("http://127.0.0.1:3128")
        .unixSocket(Path.of("/run/shop.sock"))
        .serverName("shop")
        .withoutKeepAlive()
        .descriptors(Path.of("shop.desc"));
  }

  private Plan inFolder(Plan plan) throws Exception {
    Files.writeString(folder.resolve("users.csv"), "id,name\n17,Ann\n18,Bo\n");
    Files.writeString(folder.resolve("users.json"), "[{\"id\": 17}, {\"id\": 18}]");
    return plan.files(folder);
  }

  @Test
  void shouldBeThePlanOfItsYaml() throws Exception {
    Plan plan = inFolder(everything());
    Path file = folder.resolve("shop.yaml");
    plan.write(file);

    PlanFile.Content written = PlanFile.read(file, 1);

    assertThat(written).hasToString(plan.content().toString());
    assertThat(written.name()).isEqualTo("shop");
    assertThat(written.rounds()).isEqualTo(3);
    assertThat(written.limits()).isEqualTo("p99<80ms, list: p97.5<1s");
    LoadPlan content = written.plan();
    assertThat(content.names()).contains("list", "POST /orders", "buy: POST /login").hasSize(8);
    assertThat(content.sequences().getFirst().steps().getLast().think())
        .isEqualTo(new Think(1_000_000_000L, 3_000_000_000L, Think.Spread.UNIFORM));
    assertThat(content.phases().get(4).traffic())
        .isEqualTo(new Traffic.Closed(5, new Think(10_000_000, false), 500_000_000));
    assertThat(content.phases().getLast().traffic())
        .isEqualTo(new Traffic.Closed(5, new Think(10_000_000, true)));
  }

  /** A field that the schema has, and Java has not, would fail here. */
  @Test
  void shouldHaveEveryFieldOfThePlan() throws Exception {
    JsonNode schema =
        JsonMapper.shared()
            .readTree(Files.readString(Path.of("../docs/reference/load-plan.schema.json")));
    Set<String> used = new LinkedHashSet<>();
    keys(everything().fields(), used);
    keys(others().fields(), used);

    Set<String> wanted = new LinkedHashSet<>();
    for (String place :
        List.of(
            "/properties",
            "/properties/phases/items/properties",
            "/properties/tls/properties",
            "/$defs/request/properties",
            "/$defs/sequence/properties",
            "/$defs/step/properties",
            "/$defs/capture/properties")) {
      wanted.addAll(schema.at(place).propertyNames());
    }
    assertThat(wanted).hasSizeGreaterThan(40);
    assertThat(used).containsAll(wanted);
  }

  private static void keys(Object value, Set<String> into) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, inner) -> {
        into.add(String.valueOf(key));
        keys(inner, into);
      });
    } else if (value instanceof List<?> list) {
      list.forEach(inner -> keys(inner, into));
    }
  }

  @Test
  void shouldSayAllThatIsWrongWithTheLineInQuestion() {
    Plan plan =
        Plan.of("http://127.0.0.1:1")
            .requests(Request.get("orders"), Request.get("/").checks("state 201"))
            .phases(Phase.rate("500", SECOND), Phase.clients(1, Duration.ofHours(30)));

    assertThatThrownBy(plan::content)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[path: orders]")
        .hasMessageContaining("checks: ")
        .hasMessageContaining("[- rate: '500']")
        .hasMessageContaining("duration: 30h is out of range");
    assertThatThrownBy(() -> plan.write(folder.resolve("plan.yaml")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(folder.resolve("plan.yaml")).doesNotExist();
  }

  @Test
  void shouldRefuseAPlanWithoutRequestsOrPhases() {
    assertThatThrownBy(() -> Plan.of("http://127.0.0.1:1").content())
        .hasMessageContaining("there is no 'requests'")
        .hasMessageContaining("there is no 'phases'");
    assertThatThrownBy(() -> Values.random(2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Pause.constant(Duration.ofDays(200_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 24 h");
  }

  @Test
  void shouldLeaveThePlanThatItWasMadeFrom() {
    Plan plan = Plan.of("http://127.0.0.1:1").requests(Request.get("/"));
    String before = plan.yaml();

    assertThat(plan.requests(Request.get("/b")).phases(Phase.rest(SECOND)).yaml())
        .contains("/b", "rest: 1s");
    assertThat(plan.yaml()).isEqualTo(before);
  }
}
