package dev.foliot.examples.load;

import dev.foliot.load.java.LoadTest;
import dev.foliot.load.java.Pause;
import dev.foliot.load.java.Phase;
import dev.foliot.load.java.Plan;
import dev.foliot.load.java.Played;
import dev.foliot.load.java.Request;
import dev.foliot.load.java.Sequence;
import dev.foliot.load.java.Values;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Fails the build when the shop becomes slow. On a machine that is too busy to tell, it is skipped.
 */
class ShopLoadTest {
  /** A user orders, and looks at the order a moment later. */
  private static final Sequence BUY =
      Sequence.of(
          "buy",
          Request.post("/orders", "{\"user\": \"" + Values.csv("users.csv", "id") + "\"}")
              .name("order")
              .header("Content-Type", "application/json")
              .checks("status 201")
              .captureHeader("place", "Location"),
          Request.get(Values.captured("place"))
              .name("look")
              .think(Pause.uniform(Duration.ofMillis(50), Duration.ofMillis(150)))
              .checks("status 200", "body contains user"));

  @Test
  void shouldAnswerWithinTheLimits() throws Exception {
    try (Shop shop = new Shop()) {
      Plan plan =
          Plan.of(shop.url())
              .name("shop")
              .files(Path.of("src/test/resources"))
              .sequences(BUY)
              .phases(
                  Phase.rate("100/s", Duration.ofSeconds(1)).warmUp(),
                  Phase.rate("200/s", Duration.ofSeconds(2)));

      Played played = LoadTest.of(plan).store(Path.of("target/foliot")).run();

      Assumptions.assumeFalse(played.generatorWasLate(), played::answer);
      // only a mistake reaches this limit: the test also runs on shared, busy machines
      played.assertThat("buy: look: p95<2s, errors<=0%");
    }
  }
}
