package dev.foliot.checks.simulator;

import java.util.List;
import java.util.SplittableRandom;

/** Submits the tasks of all sources. */
final class Load {
  private static final long STEP_NS = 1_000_000;
  private final List<Source> sources;
  private final Tasks tasks;
  private final Workers workers;
  private final Events events;
  private final SplittableRandom[] arrivalRandom;
  private final SplittableRandom[] kindRandom;
  private final SplittableRandom thinkRandom;
  private final int[] firstClient;
  private final int[] wanted;
  private final int[] sourceOf;
  private final boolean[] busy;

  Load(Workload workload, Tasks tasks, Workers workers, Events events, SplittableRandom random) {
    sources = workload.sources();
    this.tasks = tasks;
    this.workers = workers;
    this.events = events;
    int count = sources.size();
    arrivalRandom = new SplittableRandom[count];
    kindRandom = new SplittableRandom[count];
    thinkRandom = random.split();
    firstClient = new int[count];
    wanted = new int[count];
    int clients = 0;
    for (int i = 0; i < count; i++) {
      arrivalRandom[i] = random.split();
      kindRandom[i] = random.split();
      firstClient[i] = clients;
      if (sources.get(i).arrivals() instanceof Source.Clients closed) {
        clients += (int) closed.clients().peak();
      }
      events.add(firstNs(i), Simulation.LOAD, i);
    }
    sourceOf = new int[clients];
    busy = new boolean[clients];
    for (int i = 0; i < count; i++) {
      int end = i + 1 < count ? firstClient[i + 1] : clients;
      for (int client = firstClient[i]; client < end; client++) {
        sourceOf[client] = i;
      }
    }
  }

  private long firstNs(int source) {
    return switch (sources.get(source).arrivals()) {
      case Source.Clients closed -> 0;
      case Source.Open open -> after(source, open, 0);
      case Source.Batch batch -> batch.atNs();
    };
  }

  /** A source's event: its next arrival or a change of its clients. */
  void event(int source, long nowNs) {
    switch (sources.get(source).arrivals()) {
      case Source.Open open -> {
        submit(source, Tasks.NONE, nowNs);
        events.add(after(source, open, nowNs), Simulation.LOAD, source);
      }
      case Source.Batch batch -> {
        for (int i = 0; i < batch.tasks(); i++) {
          submit(source, Tasks.NONE, nowNs);
        }
      }
      case Source.Clients closed -> {
        int first = firstClient[source];
        wanted[source] = (int) closed.clients().at(nowNs);
        for (int client = first; client < first + wanted[source]; client++) {
          if (!busy[client]) {
            busy[client] = true;
            submit(source, client, nowNs);
          }
        }
        if (closed.changesEveryNs() < Long.MAX_VALUE) {
          events.add(nowNs + closed.changesEveryNs(), Simulation.LOAD, source);
        }
      }
    }
  }

  /** Handles the end of a client's task. */
  void completed(int client, long nowNs) {
    int source = sourceOf[client];
    if (client - firstClient[source] >= wanted[source]) {
      busy[client] = false;
      return;
    }
    Source.Clients closed = (Source.Clients) sources.get(source).arrivals();
    long thinkNs = closed.thinkNs().nextNs(thinkRandom);
    if (thinkNs > 0) {
      events.add(nowNs + thinkNs, Simulation.THOUGHT, client);
    } else {
      submit(source, client, nowNs);
    }
  }

  /** Handles the end of a client's think time. */
  void thought(int client, long nowNs) {
    submit(sourceOf[client], client, nowNs);
  }

  private void submit(int source, int client, long nowNs) {
    workers.submit(tasks.add(kind(source, nowNs), client, Tasks.NONE, nowNs), nowNs);
  }

  private int kind(int source, long nowNs) {
    List<Source.Mix> mixes = sources.get(source).mixes();
    int last = mixes.size() - 1;
    while (mixes.get(last).fromNs() > nowNs) {
      last--;
    }
    double[] weights = mixes.get(last).weights();
    if (weights.length == 1) {
      return 0;
    }
    double left = 0;
    for (double weight : weights) {
      left += weight;
    }
    left *= kindRandom[source].nextDouble();
    for (int kind = 0; kind < weights.length - 1; kind++) {
      left -= weights[kind];
      if (left < 0) {
        return kind;
      }
    }
    return weights.length - 1;
  }

  /** The next arrival of an open source; Poisson by thinning (Lewis and Shedler, 1979). */
  private long after(int source, Source.Open open, long nowNs) {
    Shape shape = open.perSecond();
    double peak = shape.peak();
    double timeNs = nowNs;
    if (open.poisson()) {
      SplittableRandom random = arrivalRandom[source];
      do {
        timeNs -= Math.log(1 - random.nextDouble()) * 1e9 / peak;
      } while (random.nextDouble() * peak >= shape.at((long) timeNs));
      return (long) timeNs;
    }
    while (shape.at((long) timeNs) <= 0) {
      timeNs += STEP_NS;
    }
    return (long) (timeNs + 1e9 / shape.at((long) timeNs));
  }
}
