package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * The supertypes of a class, from the JVM's own lists. Immutable.
 *
 * @param superclasses the nearest first, Object last; for an interface Object alone
 * @param interfaces all, inherited ones included, in HotSpot's order; for an array of objects also
 *     the arrays of its elements' interfaces
 * @param couldNot the unreadable parts, with reasons
 */
public record Supertypes(
    List<LoadedClass> superclasses, List<LoadedClass> interfaces, List<String> couldNot) {
  /** Keeps copies. */
  public Supertypes {
    superclasses = List.copyOf(superclasses);
    interfaces = List.copyOf(interfaces);
    couldNot = List.copyOf(couldNot);
  }

  /**
   * Reads the supertypes of one class on request. Safe for any thread.
   *
   * <p>A scan of thousands of classes skips them. Circles and giant lists are bounded.
   */
  static final class Reader {
    private static final int MOST_SUPERCLASSES = 1_000;
    private static final int MOST_INTERFACES = 1_000;

    private final ClassReader reader;
    private final Supplier<Pages> known;
    private final Supplier<Pages> renewed;
    private final Supplier<Loaders> loaders;

    /**
     * Creates a reader; reads nothing yet.
     *
     * @param known the memory with the mappings as last read, for one read each time
     * @param renewed the memory with the current mappings, which cost more to read
     * @param loaders new names of loaders each time
     */
    Reader(
        ClassReader reader,
        Supplier<Pages> known,
        Supplier<Pages> renewed,
        Supplier<Loaders> loaders) {
      this.reader = reader;
      this.known = known;
      this.renewed = renewed;
      this.loaders = loaders;
    }

    /** Reads some of the supertypes. */
    private interface Part {
      void read() throws BadMemoryException;
    }

    /**
     * The supertypes of a class; unavailable if that class has moved or was unloaded.
     *
     * @param listed known classes by address, which need no reading
     */
    Reading<Supertypes> of(LoadedClass type, LongFunction<Optional<LoadedClass>> listed) {
      Reading<Supertypes> first = of(type, listed, known.get());
      boolean isWhole =
          first instanceof Reading.Value<Supertypes>(Supertypes types)
              && types.couldNot().isEmpty();
      return isWhole ? first : of(type, listed, renewed.get());
    }

    private Reading<Supertypes> of(
        LoadedClass type, LongFunction<Optional<LoadedClass>> listed, Pages now) {
      try {
        if (!reader.name(now, type.address()).equals(type.name())) {
          throw new BadMemoryException("another class is there");
        }
      } catch (BadMemoryException e) {
        return Reading.unavailable(
            new JvmReason.ClassMoved(
                type.name(), BadMemoryException.hex(type.address()), e.what()));
      }
      Loaders called = loaders.get();
      Lookup lookup =
          klass -> {
            Optional<LoadedClass> one = listed.apply(klass);
            return one.isPresent() ? one.get() : reader.read(now, klass, called);
          };
      List<LoadedClass> superclasses = new ArrayList<>();
      List<LoadedClass> interfaces = new ArrayList<>();
      List<String> couldNot = new ArrayList<>();
      attempt("its superclasses", couldNot, () -> climb(now, type.address(), lookup, superclasses));
      attempt(
          "its interfaces",
          couldNot,
          () -> list(now, type.address(), lookup, superclasses, interfaces));
      return Reading.of(new Supertypes(superclasses, interfaces, couldNot));
    }

    /** Finds the class at an address. */
    private interface Lookup {
      LoadedClass at(long klass) throws BadMemoryException;
    }

    private static void attempt(String what, List<String> couldNot, Part part) {
      try {
        part.read();
      } catch (BadMemoryException e) {
        couldNot.add(what + ", or not all of them: " + e.what());
      }
    }

    private void climb(Pages now, long klass, Lookup lookup, List<LoadedClass> superclasses)
        throws BadMemoryException {
      long step = reader.fields().superClass().at();
      Set<Long> seen = new HashSet<>(Set.of(klass));
      for (long at = now.pointer(klass + step); at != 0; at = now.pointer(at + step)) {
        if (!seen.add(at)) {
          throw new BadMemoryException("they lead in a circle");
        }
        if (superclasses.size() == MOST_SUPERCLASSES) {
          throw new BadMemoryException("there are more than " + MOST_SUPERCLASSES);
        }
        superclasses.add(lookup.at(at));
      }
    }

    /** Superclasses beyond the primary table are in the searched list, too. */
    private void list(
        Pages now,
        long klass,
        Lookup lookup,
        List<LoadedClass> superclasses,
        List<LoadedClass> interfaces)
        throws BadMemoryException {
      Set<Long> seen = new HashSet<>();
      superclasses.forEach(one -> seen.add(one.address()));
      long array =
          now.pointer(klass + VmTables.Place.of(reader.fields().klass().secondarySupers()).at());
      int count = reader.count(now, array);
      long first = array + reader.fields().arrayData().at();
      for (int i = 0; i < count; i++) {
        long at = now.target(first + (long) i * Long.BYTES);
        if (!seen.add(at)) {
          continue;
        }
        if (interfaces.size() == MOST_INTERFACES) {
          throw new BadMemoryException(
              "there are " + count + ", of which the first " + MOST_INTERFACES + " are given");
        }
        interfaces.add(lookup.at(at));
      }
    }
  }
}
