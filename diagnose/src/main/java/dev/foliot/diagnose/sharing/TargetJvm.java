package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.WriteChecks;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Supertypes;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the examination needs of the JVM that it looks at. Nothing throws for what is found. */
interface TargetJvm {
  /** As 17. */
  int feature();

  /** As {@code 17.0.15+6}. */
  String version();

  boolean isAlive();

  /** A flag's value; empty where the JVM has none of that name that is on or off. */
  Reading<Optional<Boolean>> flag(String name);

  KlassLayout layout();

  Reading<Classes> classes();

  /** The class whose structure is at that address now. */
  Reading<LoadedClass> classAt(long klass);

  /** What a class extends and implements. */
  Reading<Supertypes> supertypes(LoadedClass type);

  TargetMemory.Words words(long[] addresses);

  CodePlace place(long ip);

  /** Why no code can be named; empty where it can. */
  Optional<Reason> nameless();

  /** Who called what a hit interrupted; empty when that is not known. */
  List<CodePlace> callers(Hit hit);

  /**
   * The checks one of which made a write in compiled code; none when that is not known.
   *
   * @param word the address that was written
   * @param types the addresses of the structures one of which is then there, as far as is known
   */
  WriteChecks checks(Hit hit, long word, Set<Long> types);

  /**
   * All classes, as far as they could be read.
   *
   * @param unreadable how many could not
   * @param incomplete why the walk did not come to its end; empty where it did
   */
  record Classes(List<LoadedClass> all, int unreadable, Optional<String> incomplete) {
    public Classes {
      all = List.copyOf(all);
    }
  }
}
