package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;
import java.util.ArrayList;
import java.util.List;

/** Has probes with names that are harmful where they are printed. */
public final class HostileNames implements BenchTask {
  private static final String MARKUP = "</script><img src=x onerror=alert(1)>";

  private final List<Probe> probes = new ArrayList<>();
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    probes.add(bench.probe("a/b"));
    probes.add(bench.probe("../x"));
    probes.add(bench.probe(MARKUP.repeat(10_000 / MARKUP.length())));
    probes.add(bench.probe("\u001b[2Jgone\u202e"));
    probes.add(bench.probe("=1+1\r\n,\""));
  }

  @Override
  public void send(long id) {
    probes.forEach(probe -> probe.record(id, 1));
    bench.done(id);
  }
}
