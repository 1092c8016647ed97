package dev.foliot.checks.specimens;

import java.lang.invoke.MethodHandles;
import java.util.function.Supplier;

/** Parcels of many classes. */
final class Parcels {
  private Parcels() {}

  /** A class outside of any loader, from the bytes of {@link Parcel}. */
  static Class<?> hidden() {
    try {
      return MethodHandles.lookup()
          .defineHiddenClass(TemplateLoader.bytes(Parcel.class), true)
          .lookupClass();
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a hidden class could not be defined", e);
    }
  }

  /** Creates objects of a class with a public constructor without parameters. */
  static Supplier<?> maker(Class<?> type) {
    return () -> {
      try {
        return type.getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("no object of " + type + " could be made", e);
      }
    };
  }
}
