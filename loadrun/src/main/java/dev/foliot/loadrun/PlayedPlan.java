package dev.foliot.loadrun;

import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.driver.DriverProcess;
import dev.foliot.service.timeline.LoadTimeline;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.load.RequestFiles;
import dev.foliot.store.load.ServerFiles;
import dev.foliot.store.load.ServerRecord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A plan that was played, with what watched it.
 *
 * @param plan that was played
 * @param driver the load generator, which has ended
 * @param result of the generator
 * @param watch of the server; null without one
 * @param timeline of the generator, and of the server if it is watched
 * @param inServer the slowest requests in the server
 */
record PlayedPlan(
    LoadPlan plan,
    DriverProcess driver,
    LoadResult result,
    @Nullable ServerWatch watch,
    LoadTimeline timeline,
    ServerTimes inServer) {
  LoadRecords records(int phase) {
    return new LoadRecords(result, phase, driver.intervals(phase), inServer);
  }

  /** Writes the files of a phase. */
  void write(int phase, LoadRecords records, ForkFolder into) throws InterruptedException {
    String name = plan.phases().get(phase).name();
    records.write(into, name);
    RequestFiles.write(into, records.requests(plan, name));
    server(phase).ifPresent(server -> ServerFiles.write(into, server));
    TimelineFiles.write(into, timeline(phase));
  }

  private TimelineRecord timeline(int phase) throws InterruptedException {
    PhaseResult one = result.phases().get(phase);
    return timeline.within(result.startNanoTime() + one.startNs(), one.untilLastNs());
  }

  private Optional<ServerRecord> server(int phase) {
    PhaseResult one = result.phases().get(phase);
    return watch == null
        ? Optional.empty()
        : Optional.of(
            watch.record(
                result.startNanoTime() + one.startNs(),
                one.durationNs(),
                phase == result.phases().size() - 1));
  }
}
