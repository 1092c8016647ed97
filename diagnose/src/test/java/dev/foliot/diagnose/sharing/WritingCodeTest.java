package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.code.WriteChecks;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.store.diagnosis.CodeSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class WritingCodeTest {
  private final FakeTarget target = new FakeTarget(1);
  private final WritingCode code = new WritingCode(target);

  private static Hit hit(long ip) {
    return FakeTarget.hit(1, ip, 0);
  }

  @Test
  void shouldNameTheCommonestPlaceFirst() {
    target.places.put(0x1000L, FakeTarget.place("com.acme.A", "f", 1, true));
    target.places.put(0x1008L, FakeTarget.place("com.acme.A", "f", 1, true));
    target.places.put(0x2000L, FakeTarget.place("com.acme.B", "g", 2, false));
    List<CodeSite> sites = code.sites(List.of(hit(0x2000), hit(0x1000), hit(0x1008), hit(0x1000)));
    assertThat(sites).hasSize(2);
    assertThat(sites.get(0))
        .isEqualTo(
            new CodeSite(
                List.of("com.acme.A.f(A.java:1)", "com.acme.Server.serve(Server.java:12)"), 0.75));
    assertThat(sites.get(1).frames().get(0)).isEqualTo("com.acme.B.g(B.java:2) (or near)");
  }

  @Test
  void shouldNameStubsAndTheInterpreterWithTheirCallers() {
    target.places.put(1L, new CodePlace.Stub("partial_subtype_check"));
    target.places.put(2L, new CodePlace.Interpreter());
    target.places.put(3L, new CodePlace.Library("libjvm.so"));
    assertThat(code.sites(List.of(hit(1), hit(2), hit(3), hit(4))))
        .extracting(site -> site.frames().get(0))
        .containsExactly(
            "HotSpot's stub partial_subtype_check",
            "the interpreter",
            "native code of libjvm.so",
            "unknown code");
    assertThat(code.sites(List.of(hit(1))).get(0).frames().get(1))
        .isEqualTo("com.acme.Server.serve(Server.java:12)");
  }

  @Test
  void shouldNameWritesByTheirCheck() {
    target.places.put(0x1000L, FakeTarget.place("com.acme.A", "f", 1, false));
    target.places.put(0x2000L, FakeTarget.place("com.acme.A", "f", 1, false));
    target.places.put(0x3000L, FakeTarget.place("com.acme.A", "f", 1, false));
    JavaFrame check = new JavaFrame("com.acme.B", "g", 4, 7, "B.java");
    WriteChecks checks = new WriteChecks(List.of(List.of(check)), WriteChecks.Type.CONSTANT);
    target.checks.put(0x1000L, checks);
    target.checks.put(0x2000L, checks);
    List<CodeSite> sites =
        code.writes(List.of(hit(0x1000), hit(0x2000), hit(0x3000)), 0x5020, Set.of(0x6000L));
    assertThat(sites.get(0).frames())
        .containsExactly("com.acme.B.g(B.java:7)", "com.acme.Server.serve(Server.java:12)");
    assertThat(sites.get(0).share()).isEqualTo(2 / 3.0);
    assertThat(sites.get(1).frames().get(0)).isEqualTo("com.acme.A.f(A.java:1) (or near)");
    assertThat(code.sites(List.of(hit(0x1000))).get(0).frames().get(0))
        .as("a read is no check")
        .isEqualTo("com.acme.A.f(A.java:1) (or near)");
  }

  @Test
  void shouldNameAtMostFivePlaces() {
    List<Hit> touches = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      target.places.put((long) i, FakeTarget.place("com.acme.A", "f" + i, i, true));
      touches.add(hit(i));
    }
    assertThat(code.sites(touches)).hasSize(5);
    assertThat(code.sites(List.of())).isEmpty();
  }
}
