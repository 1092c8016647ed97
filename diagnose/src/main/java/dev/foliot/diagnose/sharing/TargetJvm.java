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

/** The examination's view of a JVM. Invalid target data causes no exception. */
interface TargetJvm {
  /** For example 17. */
  int feature();

  /** For example {@code 17.0.15+6}. */
  String version();

  boolean isAlive();

  /** A flag's value; empty if the JVM has no boolean flag of that name. */
  Reading<Optional<Boolean>> flag(String name);

  KlassLayout layout();

  Reading<Classes> classes();

  /** The class whose structure is at that address now. */
  Reading<LoadedClass> classAt(long klass);

  /** The supertypes of a class. */
  Reading<Supertypes> supertypes(LoadedClass type);

  TargetMemory.Words words(long[] addresses);

  CodePlace place(long ip);

  /** Why no code can be named; empty if it can. */
  Optional<Reason> nameless();

  /** The callers of the code at a hit; empty if unknown. */
  List<CodePlace> callers(Hit hit);

  /**
   * The checks that may have made a write in compiled code; empty if unknown.
   *
   * @param word the address that was written
   * @param types the known addresses of structures that the word may then hold
   */
  WriteChecks checks(Hit hit, long word, Set<Long> types);

  /**
   * All readable classes.
   *
   * @param unreadable the number of unreadable ones
   * @param incomplete why the walk broke off; empty if it did not
   */
  record Classes(List<LoadedClass> all, int unreadable, Optional<String> incomplete) {
    public Classes {
      all = List.copyOf(all);
    }
  }
}
