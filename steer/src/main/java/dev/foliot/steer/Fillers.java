package dev.foliot.steer;

import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Defines fillers in any class loader except the bootstrap loader. A loader's structures use its
 * own memory. A filler therefore moves only later classes of the same loader. Fillers live as long
 * as their loader. Safe for any thread.
 */
final class Fillers {
  private static final String NAME = "dev.foliot.steer.filler.Filler";

  private final MethodHandle defineClass;
  private final Addresses addresses;
  private final AtomicInteger number = new AtomicInteger();

  private Fillers(MethodHandle defineClass, Addresses addresses) {
    this.defineClass = defineClass;
    this.addresses = addresses;
  }

  /**
   * Opens it for this JVM.
   *
   * @throws RefusedException if this JVM does not let an agent define classes
   */
  static Fillers open(Instrumentation instrumentation, Addresses addresses)
      throws RefusedException {
    try (InputStream in = Fillers.class.getResourceAsStream("Definer.class")) {
      if (in == null) {
        throw new RefusedException("the agent is not whole: build it again");
      }
      Definer.Alone alone = new Definer.Alone();
      Class<?> definer = alone.load(in.readAllBytes());
      // the agent's own module includes the application's class path
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of(),
          Map.of("java.lang", Set.of(alone.getUnnamedModule())),
          Set.of(),
          Map.of());
      Callable<?> copy = (Callable<?>) definer.getConstructor().newInstance();
      return new Fillers((MethodHandle) copy.call(), addresses);
    } catch (RefusedException e) {
      throw e;
    } catch (Exception e) {
      throw new RefusedException(
          "this JVM lets an agent define no classes ("
              + e
              + "): steer on a HotSpot of JDK 17 to 25");
    }
  }

  /**
   * Defines one filler.
   *
   * @return the address of its Klass
   * @throws RefusedException if the loader refuses
   */
  long define(ClassLoader loader, int methods) throws RefusedException {
    String name = NAME + number.incrementAndGet();
    byte[] bytes = Filler.of(name, methods);
    Class<?> filler;
    try {
      filler = (Class<?>) defineClass.invokeExact(loader, name, bytes, 0, bytes.length);
    } catch (Throwable e) {
      throw new RefusedException(
          "its class loader takes no filler (" + e + "): none can be steered");
    }
    return addresses.of(filler);
  }

  /** Returns the address of any class. */
  long addressOf(Class<?> type) throws RefusedException {
    return addresses.of(type);
  }
}
