package dev.foliot.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.live.LivePages;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchSiteTest {
  private static final long START_S = 1_795_975_380;
  private static final String EVIL = "</script><b>\u001b[31m\u202eMain" + "x".repeat(10_000);

  private final WatchSite site = new WatchSite();

  private static WatchRecord.Jvm jvm(String folder, String main) {
    return new WatchRecord.Jvm(
        folder,
        4711,
        new WatchRecord.Program(main, "25", "acme"),
        START_S * 1_000,
        null,
        List.of());
  }

  private void second(WatchRecord.Jvm jvm, int at, Map<WatchColumn, Long> values) {
    site.second(jvm, new WatchSecond(START_S + at, values), null);
  }

  private LivePages page(String below) {
    return site.at(below).orElseThrow();
  }

  @Test
  void shouldHaveAPageOfEachJvmAndLinksBetweenThem() {
    WatchRecord.Jvm orders = jvm("jvm-001", "acme.Orders");
    WatchRecord.Jvm cart = jvm("jvm-002", "acme.Cart");
    second(orders, 1, Map.of());
    assertThat(page("").html()).contains("acme.Orders").doesNotContain("href=\"jvm-001/\"");

    second(cart, 1, Map.of());
    assertThat(page("").html()).contains("4711 acme.Orders", "href=\"jvm-002/\"");
    assertThat(page("jvm-002/").html()).contains("4711 acme.Cart", "href=\"../jvm-001/\"");
    assertThat(site.at("jvm-003/")).isEmpty();
    assertThat(site.at("jvm-001")).isEmpty();

    site.ended(orders);
    assertThat(site.at("jvm-001/")).isEmpty();
    assertThat(page("").html()).contains("acme.Cart");
    site.ended(cart);
    assertThat(page("").html()).contains("no JVM");
    assertThat(page("").since(0).texts()).containsEntry("stage", "No JVM is watched now");
  }

  @Test
  void shouldSayHowItIsNow() {
    WatchRecord.Jvm orders = jvm("jvm-001", "acme.Orders");
    for (int at = 0; at < 700; at++) {
      second(
          orders,
          at,
          Map.of(
              WatchColumn.CPU_NS, 500_000_000L,
              WatchColumn.GC_NS, 250_000_000L,
              WatchColumn.THREADS, 12L,
              WatchColumn.RSS_BYTES, 1L << 30,
              WatchColumn.REQUESTS, 200L,
              WatchColumn.P50_NS, 2_000_000L,
              WatchColumn.P99_NS, 90_000_000L));
    }
    LivePages.Update all = page("").since(0);
    assertThat(all.points()).hasSize(600);
    assertThat(all.texts())
        .containsEntry("stage", "Nothing unusual now")
        .containsEntry("requests", "200/s, p50 2.00 ms, p99 90.0 ms, 0 errors")
        .containsEntry("episodes", "none");
    assertThat(all.texts().get("lost")).contains("for 25 % of the time by collections");
    assertThat(page("").since(START_S + 697).points()).hasSize(2);
    assertThat(page("").html()).contains("Response time");
    assertThat(site.metrics().orElseThrow()).contains("foliot_jvm_cpu_seconds_total");
  }

  @Test
  void shouldNameTheEpisodeThatLasts() {
    WatchRecord.Jvm orders = jvm("jvm-001", "acme.Orders");
    second(orders, 1, Map.of());
    Episode begun =
        new Episode(
            1,
            START_S * 1_000,
            null,
            EpisodeKind.STOP,
            new Episode.Level(412e6, 12e6, "ns"),
            "gc-pause: " + EVIL,
            null);
    site.episode(orders, begun);
    assertThat(page("").since(0).texts().get("stage")).startsWith("The JVM stood still for 412 ms");
    site.episode(
        orders,
        new Episode(
            1, START_S * 1_000, START_S * 1_000 + 412, EpisodeKind.STOP, begun.level(), "", null));
    assertThat(page("").since(0).texts()).containsEntry("stage", "Nothing unusual now");
    assertThat(page("").since(0).texts().get("episodes"))
        .contains("the JVM stood still for 412 ms");
  }

  @Test
  void shouldEscapeNames() {
    second(jvm("jvm-001", EVIL), 1, Map.of());
    second(jvm("jvm-002", EVIL), 1, Map.of());
    assertThat(page("").html())
        .doesNotContain("</script><b>")
        .doesNotContain("\u001b")
        .doesNotContain("\u202e")
        .hasSizeLessThan(200_000);
  }
}
