package dev.foliot.service.timeline;

import dev.foliot.linux.Reading;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What stops a load generator, and the server under its load where one is watched. One thread. */
public final class LoadTimeline implements AutoCloseable {
  private static final Path ROOT = Path.of("/");
  private static final String GENERATOR = "generator: ";

  private final @Nullable TimelineWatch server;
  private @Nullable TimelineWatch generator;

  private LoadTimeline(@Nullable TimelineWatch server) {
    this.server = server;
  }

  /**
   * Begins to record.
   *
   * @param pid of the server; empty for one that is not watched
   */
  public static LoadTimeline start(OptionalLong pid) {
    if (pid.isEmpty()) {
      return new LoadTimeline(null);
    }
    TimelineWatch server = TimelineWatch.startOfServer(ROOT, pid.getAsLong());
    server.record();
    return new LoadTimeline(server);
  }

  /** Watches the generator too, once its JVM and its connections are ready. */
  public void generator(long pid) {
    TimelineWatch watch = TimelineWatch.startOfGenerator(ROOT, pid);
    watch.record();
    generator = watch;
  }

  /** Whether the generator is watched. */
  public boolean isGeneratorWatched() {
    return generator != null;
  }

  /** Records no longer. */
  public void stop() {
    if (server != null) {
      server.pause();
    }
    TimelineWatch watch = generator;
    if (watch != null) {
      watch.pause();
    }
  }

  /** The server's JVM, as in {@code HotSpot 25.0.1+8}; after {@link #stop}. */
  public Reading<String> jvm() throws InterruptedException {
    return server == null ? Reading.unavailable(new ServiceReason.NotAsked()) : server.jvm();
  }

  /**
   * The record of a part of the load; after {@link #stop}.
   *
   * @param startNs its start, in {@link System#nanoTime}'s terms
   * @param lengthNs up to its end, or to the last answer
   */
  public TimelineRecord within(long startNs, long lengthNs) throws InterruptedException {
    TimelineWatch watch = generator;
    TimelineRecord own = watch == null ? TimelineRecord.NONE : watch.timeline(startNs);
    TimelineRecord servers = server == null ? TimelineRecord.NONE : server.timeline(startNs);
    return joined(servers.within(0, lengthNs), own.within(0, lengthNs));
  }

  /** One record of both; whatever stops the generator is the generator's. */
  static TimelineRecord joined(TimelineRecord server, TimelineRecord generator) {
    List<TimelineSource> sources = new ArrayList<>(server.sources());
    generator
        .sources()
        .forEach(source ->
            sources.add(
                new TimelineSource(
                    GENERATOR + source.name(),
                    source.everyNs(),
                    source.readings(),
                    source.unavailable())));
    List<Stop> all =
        Stream.concat(
                // a gap of the watch proves nothing about another process
                server.stops().stream().filter(stop -> stop.kind() != StopKind.MACHINE),
                generator.stops().stream().flatMap(stop -> ofGenerator(stop).stream()))
            .toList();
    List<Stop> kept =
        all.stream()
            .sorted(Comparator.comparingLong(Stop::lengthNs).reversed())
            .limit(TimelineRecord.MOST_STOPS)
            .sorted(Comparator.comparingLong(Stop::endNs))
            .toList();
    return new TimelineRecord(
        TimelineRecord.SCHEMA,
        sources,
        kept,
        server.leftOut() + generator.leftOut() + all.size() - kept.size());
  }

  private static Optional<Stop> ofGenerator(Stop stop) {
    return switch (stop.kind()) {
      case STOPPED, GC_PAUSE, TIME_TO_SAFEPOINT, SAFEPOINT, THROTTLING, RUN_QUEUE ->
          Optional.of(
              new Stop(
                  stop.startNs(),
                  stop.endNs(),
                  stop.lengthNs(),
                  stop.errorNs(),
                  StopKind.GENERATOR,
                  stop.kind().code()));
      case GENERATOR,
          STEAL,
          MACHINE,
          CLASS_LOADING,
          FSYNC,
          FILE_IO,
          PAGE_FAULT,
          DISK_WAIT,
          SOCKET_IO,
          PINNED,
          MONITOR,
          PARK,
          SLEEP,
          DEOPTIMISATION,
          SLOW_MESSAGE,
          OUTSIDE_SERVER ->
          Optional.empty();
    };
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    TimelineWatch watch = generator;
    if (watch != null) {
      watch.close();
    }
  }
}
