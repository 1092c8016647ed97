package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import java.util.OptionalInt;

/**
 * The fields that one Java class itself declares. For one look.
 *
 * @param klass the address of the class
 */
public record FieldPlaces(Pages pages, JavaFields fields, long klass) {
  /** The offset of a field, a multiple of {@code alignment}, in bytes. */
  public int of(String name, int alignment) throws BadMemoryException {
    return checked(name, false, alignment);
  }

  /** The same of a static field, in the class's mirror. */
  public int ofStatic(String name, int alignment) throws BadMemoryException {
    return checked(name, true, alignment);
  }

  /** Whether it has a field of that name, in its objects. */
  public boolean has(String name) throws BadMemoryException {
    return fields.offset(pages, klass, name, false).isPresent();
  }

  private int checked(String name, boolean isStatic, int alignment) throws BadMemoryException {
    OptionalInt offset = fields.offset(pages, klass, name, isStatic);
    if (offset.isEmpty() || offset.getAsInt() % alignment != 0) {
      throw new BadMemoryException("this JDK has no field " + name + " where others have it");
    }
    return offset.getAsInt();
  }
}
