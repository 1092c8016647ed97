package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.watch.LiveThreads;
import dev.foliot.diagnose.watch.WatchTurns;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.WriteChecks;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Supertypes;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.perf.UserRegisters;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A live HotSpot and its threads. */
final class LiveTarget extends LiveThreads implements TargetJvm {
  private final HotspotJvm jvm;
  private final CodeMap code;

  LiveTarget(Path root, HotspotJvm jvm, WatchTurns turns) {
    super(root, jvm.pid(), turns);
    this.jvm = jvm;
    this.code = jvm.code();
  }

  @Override
  public int feature() {
    return jvm.feature();
  }

  @Override
  public String version() {
    return jvm.version();
  }

  @Override
  public boolean isAlive() {
    return jvm.isAlive();
  }

  @Override
  public Reading<Optional<Boolean>> flag(String name) {
    return jvm.flags().map(flags -> flags.bool(name));
  }

  @Override
  public KlassLayout layout() {
    return jvm.layout();
  }

  @Override
  public Reading<Classes> classes() {
    return jvm.classes().map(list -> new Classes(list.all(), list.unreadable(), list.incomplete()));
  }

  @Override
  public Reading<LoadedClass> classAt(long klass) {
    return jvm.classAt(klass);
  }

  @Override
  public Reading<Supertypes> supertypes(LoadedClass type) {
    return jvm.supertypes(type);
  }

  @Override
  public TargetMemory.Words words(long[] addresses) {
    return jvm.memory().words(addresses);
  }

  @Override
  public Optional<Reason> nameless() {
    return code.missing();
  }

  @Override
  public CodePlace place(long ip) {
    return code.at(ip);
  }

  @Override
  public List<CodePlace> callers(Hit hit) {
    UserRegisters registers = hit.registers();
    return code.callers(registers.ip(), registers.sp(), registers.fp(), hit.stack());
  }

  @Override
  public WriteChecks checks(Hit hit, long word, Set<Long> types) {
    return code.checks(hit.registers(), word, types);
  }
}
