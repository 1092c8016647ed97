package dev.foliot.service.watch;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.memory.AttachedJvm;
import dev.foliot.hotspot.memory.NativeMemory;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.hotspot.memory.PlacedMemory;
import dev.foliot.linux.PresentPages;
import dev.foliot.linux.Reading;
import dev.foliot.linux.ResidentRegion;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks at the memory of one JVM. Ranges of addresses cost the JVM about a second of CPU time, as
 * it names the callers of each, so they are asked for in a full look only and kept for the next;
 * ranges reserved in between are found again in the next full one. One thread.
 */
final class MemoryWatch {
  private static final Path ROOT = Path.of("/");
  private static final Pattern CARRIERS = Pattern.compile("\\bsize = ([0-9]{1,9})\\b");

  private final Jcmd jcmd;
  private final AttachedJvm jvm;
  private final InstantSource wallClock;
  private List<Range> ranges = List.of();

  MemoryWatch(Jcmd jcmd, InstantSource wallClock) {
    this.jcmd = jcmd;
    this.jvm = new AttachedJvm(jcmd);
    this.wallClock = wallClock;
  }

  /** A look; {@code full} with the ranges. */
  RawLook look(long atNs, boolean full) throws InterruptedException {
    Reading<NativeMemory> books = books(full);
    if (books instanceof Reading.Value<NativeMemory>(NativeMemory memory)
        && !memory.ranges().isEmpty()) {
      ranges = memory.ranges();
    }
    Reading<PlacedMemory> placed = placed(books);
    return new RawLook(
        atNs,
        wallClock.instant(),
        heapUsed(),
        books,
        placed,
        RawLook.NOT_KNOWN,
        full ? carriers(jcmd.ask("Thread.vthread_scheduler")) : seldom());
  }

  /** HotSpot's books alone; a JVM that keeps no details is asked for the sums. */
  Reading<NativeMemory> books(boolean full) throws InterruptedException {
    return jvm.books(full);
  }

  private Reading<PlacedMemory> placed(Reading<NativeMemory> books) {
    if (books instanceof Reading.Unavailable<NativeMemory> none) {
      return none.retyped();
    }
    if (ranges.isEmpty()) {
      return Reading.unavailable(
          "native memory tracking tells no addresses, and so not what is resident",
          "start the JVM with -XX:NativeMemoryTracking=detail");
    }
    return ResidentRegion.of(ROOT, jcmd.pid())
        .map(regions ->
            PlacedMemory.of(
                regions,
                ranges,
                region -> PresentPages.of(ROOT, jcmd.pid(), region.start(), region.end())));
  }

  /** By how much malloc let the resident memory fall when it was asked to. */
  Reading<Long> trim() throws InterruptedException {
    return jvm.trim();
  }

  /** What objects take, dead ones included. */
  Reading<Long> heapUsed() throws InterruptedException {
    return jvm.heapUsed();
  }

  private static Reading<Long> seldom() {
    return Reading.unavailable("the carriers are asked for at the ends only", "see the samples");
  }

  private static Reading<Long> carriers(Reading<String> answer) {
    return switch (answer) {
      case Reading.Unavailable<String>(String reason, String _) ->
          Reading.unavailable(reason, "needs a JVM from 24 on; the samples count by name");
      case Reading.Value<String>(String text) -> {
        Matcher size = CARRIERS.matcher(text);
        yield size.find()
            ? Reading.of(Long.valueOf(size.group(1)))
            : Reading.unavailable(
                "the JVM has no scheduler of virtual threads yet", "none needed: none were used");
      }
    };
  }
}
