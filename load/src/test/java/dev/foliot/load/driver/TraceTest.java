package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.SlowMessage;
import dev.foliot.load.Draw;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Sequence;
import dev.foliot.load.Share;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Tls;
import dev.foliot.load.TraceParent;
import dev.foliot.text.FoliotException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What real servers are sent as trace context, and what is listed of it. */
final class TraceTest {
  private static final long MS = 1_000_000;
  private static final String FORM = "00-[0-9a-f]{32}-[0-9a-f]{16}-01";

  private static LoadPlan plan(Target target, Protocol protocol, String path) {
    RequestTemplate get = new RequestTemplate("GET", path, Map.of(), null, 1, List.of(), "get");
    Sequence shop =
        new Sequence(
            "shop",
            List.of(
                new Sequence.Step(get, Think.NONE, Map.of()),
                new Sequence.Step(get, Think.NONE, Map.of())),
            1,
            false);
    Sequence other =
        new Sequence("other", List.of(new Sequence.Step(get, Think.NONE, Map.of())), 1, false);
    int streams = protocol.usualStreams();
    return new LoadPlan(
            target,
            List.of(get),
            List.of(shop, other),
            null,
            List.of(Plans.phase(100, 200), Plans.phase(100, 200)),
            new Sending(protocol, 2, streams, 1, 5_000 * MS, true, Tls.USUAL),
            7,
            100 * MS)
        .described(null, true);
  }

  /** The slowest of a few requests are all of them. */
  private static void assertListed(LoadPlan plan, Collection<String> sent) throws Exception {
    List<PhaseResult> phases = HttpDriver.run(plan, LoadListener.NONE).phases();
    Set<String> ids = sent.stream().map(one -> one.substring(3, 35)).collect(Collectors.toSet());
    Set<String> listed = new HashSet<>();
    for (int phase = 0; phase < phases.size(); phase++) {
      int number = phase;
      assertThat(phases.get(phase).counts().errors()).isEmpty();
      phases
          .get(phase)
          .slowest()
          .forEach(one ->
              listed.add(
                  Objects.requireNonNull(plan.traceId(number, one.index(), (int) one.threadId()))));
    }
    assertThat(sent).allMatch(one -> one.matches(FORM)).doesNotHaveDuplicates();
    assertThat(ids).hasSizeGreaterThan(40);
    assertThat(listed).isEqualTo(ids);
  }

  @Test
  void shouldListTheTracesThatTheServerGot() throws Exception {
    try (NettyServer server = NettyServer.plain()) {
      Target target = new Target("127.0.0.1", server.port());
      assertListed(plan(target, Protocol.HTTP_1, "/"), server.traces());
    }
    try (NettyServer server = NettyServer.plainHttp2(100)) {
      Target target = new Target("127.0.0.1", server.port());
      assertListed(plan(target, Protocol.HTTP_2, "/"), server.traces());
    }
    try (GrpcServer server = GrpcServer.plain()) {
      Target target = new Target("127.0.0.1", server.port(), false, true);
      assertListed(plan(target, Protocol.GRPC, "/shop.Orders/Get"), server.traces());
    }
  }

  @Test
  void shouldSendNoneUnlessAsked() throws Exception {
    try (NettyServer server = NettyServer.plain()) {
      LoadPlan plan = plan(new Target("127.0.0.1", server.port()), Protocol.HTTP_1, "/");
      HttpDriver.run(plan.described(null, false), LoadListener.NONE);

      assertThat(server.traces()).containsOnly("null");
      assertThat(plan.described(null, false).traceId(0, 0, 0)).isNull();
    }
    RequestTemplate own =
        new RequestTemplate("GET", "/", Map.of("TraceParent", "x"), null, 1, List.of());
    LoadPlan plan = Plans.plan("http://127.0.0.1:1", 1, 1_000, List.of(own), Plans.phase(1, 100));
    assertThatThrownBy(() -> plan.described(null, true))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("traceparent of its own");
  }

  /** As two runs with one seed send them, and two parts of one load. */
  @Test
  void shouldHaveOtherIdsInEachRunAndPart() {
    LoadPlan plan = plan(new Target("127.0.0.1", 1), Protocol.HTTP_1, "/");
    LoadPlan first = plan.ofRun("20261126-111501-6wc9/0");

    assertThat(
            Stream.of(
                    plan,
                    first,
                    plan.ofRun("20261126-111501-6wc9/1"),
                    plan.ofRun("20261126-111501-7wc9/0"),
                    first.part(new Share(1, 2), 0),
                    first.part(new Share(2, 2), 0))
                .map(one -> one.traceId(0, 3, 0)))
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("[0-9a-f]{32}"));
    assertThat(first.traceId(0, 3, 0)).isEqualTo(first.traceId(0, 3, 0));
    assertThat(first.draw(0, 3).choice(100)).isEqualTo(plan.draw(0, 3).choice(100));
  }

  /** A merged load lists what its parts sent, steps of sequences included. */
  @Test
  void shouldListTheTracesOfPartsInTheWhole() throws Exception {
    try (NettyServer server = NettyServer.plain()) {
      LoadPlan plan = plan(new Target("127.0.0.1", server.port()), Protocol.HTTP_1, "/");
      List<LoadPart> parts = new ArrayList<>();
      for (int number = 1; number <= 2; number++) {
        try (LoadRun run =
            HttpDriver.of(plan.part(new Share(number, 2), 0).ofRun("run of part " + number))) {
          LoadResult _ = run.play(LoadListener.NONE);
          parts.add(run.part());
        }
      }
      LoadMerge merge = new LoadMerge(parts);
      List<PhaseResult> phases = merge.result().phases();
      Set<String> listed = new HashSet<>();
      for (int phase = 0; phase < phases.size(); phase++) {
        for (SlowMessage one : phases.get(phase).slowest()) {
          listed.add(
              Objects.requireNonNull(merge.traceId(phase, one.index(), (int) one.threadId())));
        }
      }

      assertThat(listed)
          .isEqualTo(
              server.traces().stream()
                  .map(one -> one.substring(3, 35))
                  .collect(Collectors.toSet()));
    }
  }

  /** The seed makes the ids; other phases, requests and seeds have others. */
  @Test
  void shouldFollowFromTheSeed() {
    assertThat(TraceParent.of(new Draw(7, 1, 3)))
        .isEqualTo(TraceParent.of(new Draw(7, 1, 3)))
        .matches(FORM)
        .contains(TraceParent.traceId(new Draw(7, 1, 3)));
    assertThat(
            List.of(new Draw(8, 1, 3), new Draw(7, 0, 3), new Draw(7, 1, 4)).stream()
                .map(TraceParent::traceId))
        .doesNotContain(TraceParent.traceId(new Draw(7, 1, 3)))
        .doesNotHaveDuplicates();
  }
}
