package dev.foliot.steer;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads fillers before each chosen class; changes no class. HotSpot calls its transformers before
 * it allocates memory for a class, in the loading thread. Fillers loaded here therefore lie before
 * the class. It reports every failure, and the class loads as usual. Safe for any thread.
 */
final class Steering implements ClassFileTransformer {
  private static final int REHEARSALS = 12;
  private static final int MOST_FILLERS = 64;

  /** Upper bound for a class without its own methods, even with superclasses of many methods. */
  private static final int USUAL_BYTES = 1_536;

  /** Slots in the vtable and in an interface's table. */
  private static final int BYTES_OF_A_METHOD = 16;

  private static final int BYTES_OF_AN_INTERFACE = 64;

  private final Map<String, Integer> wanted;
  private final Fillers fillers;
  private final int emptyBytes;
  private final Landings landings;
  private final SteerResult told;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  private Steering(
      Map<String, Integer> wanted,
      Fillers fillers,
      int emptyBytes,
      Landings landings,
      SteerResult told) {
    this.wanted = wanted;
    this.fillers = fillers;
    this.emptyBytes = emptyBytes;
    this.landings = landings;
    this.told = told;
  }

  /**
   * Measures the size of a filler and rehearses one steering. The rehearsal loads the agent's own
   * classes in advance.
   *
   * @throws RefusedException if no filler can be measured
   */
  static Steering rehearsed(Options options, Fillers fillers, Landings landings, SteerResult told)
      throws RefusedException {
    ClassLoader own = Steering.class.getClassLoader();
    long[] addresses = new long[REHEARSALS];
    for (int i = 0; i < REHEARSALS; i++) {
      addresses[i] = fillers.define(own, 0);
    }
    int emptyBytes =
        EmptySize.of(addresses)
            .orElseThrow(() ->
                new RefusedException(
                    "how much memory a class takes could not be measured: start the program"
                        + " again"));
    Map<String, Integer> byFile = new HashMap<>();
    options.wanted().forEach((name, offset) -> byFile.put(name.replace('.', '/'), offset));
    Steering steering = new Steering(byFile, fillers, emptyBytes, landings, told);
    try {
      steering.placed("Rehearsal", own, 0, ClassFile.of(Filler.of("Rehearsal", 1)));
    } catch (IOException e) {
      throw new RefusedException("the agent is not whole (" + e + "): build it again");
    }
    return steering;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (name == null || redefined != null) {
      return null;
    }
    Integer offset = wanted.get(name);
    if (offset != null) {
      steer(loader, name.replace('/', '.'), offset, bytes);
    }
    return null;
  }

  private void steer(@Nullable ClassLoader loader, String name, int offset, byte[] bytes) {
    seen.add(name);
    if (loader == null) {
      told.refused(
          name, "bootstrap", offset, "the bootstrap loader takes no filler: choose another class");
      return;
    }
    try {
      ClassFile file = ClassFile.of(bytes);
      for (String ancestor : file.ancestors()) {
        load(ancestor, loader);
      }
      landings.expect(placed(name, loader, offset, file));
    } catch (RefusedException | IOException | RuntimeException | Error e) {
      // the agent must never stop an application that would run without it
      told.refused(name, loader.getClass().getName(), offset, String.valueOf(e.getMessage()));
    }
  }

  /** Loads an ancestor now, or it would load between the fillers and the class. */
  private static void load(String ancestor, ClassLoader loader) {
    try {
      Class.forName(ancestor, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      // the JVM will report it to the right place itself
      return;
    }
  }

  /** Loads fillers until the loader's next class starts at the wanted place. */
  private Steered placed(String name, ClassLoader loader, int offset, ClassFile file)
      throws RefusedException {
    int roomBytes =
        USUAL_BYTES
            + file.methods() * BYTES_OF_A_METHOD
            + file.ancestors().size() * BYTES_OF_AN_INTERFACE;
    Placement placement = new Placement(emptyBytes, offset, roomBytes);
    int count = 0;
    while (!placement.isThere()) {
      if (count == MOST_FILLERS) {
        throw new RefusedException(
            "after "
                + count
                + " fillers no free memory was known to be at "
                + offset
                + " bytes into a line: start the program again");
      }
      int methods = placement.methods();
      placement.landed(fillers.define(loader, methods), methods);
      count++;
    }
    return new Steered(name, loader, offset, count);
  }

  /** Whether a class has ever been about to load. */
  boolean hasSeen(String name) {
    return seen.contains(name);
  }
}
