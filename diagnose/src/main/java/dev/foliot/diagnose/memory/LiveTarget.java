package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.heap.Generations;
import dev.foliot.hotspot.heap.HeapReader;
import dev.foliot.hotspot.klass.BootClasses;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.hotspot.memory.RangeReader;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.MemoryUse;
import dev.foliot.linux.memory.PresentPages;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.reason.ProcessReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A running HotSpot. For one thread.
 *
 * <p>It loads and unloads classes during the examination, so each reading searches the new classes
 * again.
 */
final class LiveTarget implements MemoryTarget {
  /** The collector may move objects during a reading; then it is repeated. */
  private static final int TRIES = 5;

  private final Path root;
  private final HotspotJvm jvm;
  private final BootClasses classes;
  private final RangeReader ranges;

  LiveTarget(Path root, HotspotJvm jvm) {
    this.root = root;
    this.jvm = jvm;
    classes = jvm.bootClasses(DirectBuffers.CLASSES);
    ranges = jvm.ranges();
  }

  @Override
  public Reading<MemoryUse> use() {
    Reading<MemoryUse> use = MemoryUse.of(root, jvm.pid());
    return use instanceof Reading.Value && !jvm.isAlive()
        ? Reading.unavailable(new ProcessReason.ProcessReplaced(jvm.pid()))
        : use;
  }

  @Override
  public Reading<List<ResidentRegion>> regions() {
    return ResidentRegion.of(root, jvm.pid());
  }

  @Override
  public Reading<PresentPages> pages(MemoryRegion region) {
    return PresentPages.of(root, jvm.pid(), region.start(), region.end());
  }

  @Override
  public JvmRanges ranges() {
    return ranges.look();
  }

  @Override
  public JvmRanges rangesBetween() {
    return ranges.glance();
  }

  /** Reads existing objects. */
  private interface Look<T> {
    Reading<T> take(Map<String, LoadedClass> loaded, HeapReader heap);
  }

  @Override
  public Reading<Counted> counted() {
    return look(DirectBuffers::counted);
  }

  @Override
  public Reading<DirectBuffers> direct() {
    return look((loaded, heap) ->
        switch (jvm.generations()) {
          case Reading.Unavailable<Generations> unavailable -> unavailable.retyped();
          case Reading.Value<Generations>(Generations generations) ->
              DirectBuffers.of(loaded, heap, generations);
        });
  }

  private <T> Reading<T> look(Look<T> look) {
    Reading<T> seen = lookOnce(look);
    for (int i = 1; i < TRIES && seen instanceof Reading.Unavailable<T>; i++) {
      seen = lookOnce(look);
    }
    return seen;
  }

  private <T> Reading<T> lookOnce(Look<T> look) {
    return switch (classes.look()) {
      case Reading.Unavailable<Map<String, LoadedClass>> unavailable -> unavailable.retyped();
      case Reading.Value<Map<String, LoadedClass>>(Map<String, LoadedClass> loaded) ->
          switch (jvm.heap()) {
            case Reading.Unavailable<HeapReader> unavailable -> unavailable.retyped();
            case Reading.Value<HeapReader>(HeapReader heap) -> look.take(loaded, heap);
          };
    };
  }

  @Override
  public boolean isStopped() {
    return ProcessState.of(root, jvm.pid())
        .map(state -> state == ProcessState.STOPPED)
        .orElse(false);
  }
}
