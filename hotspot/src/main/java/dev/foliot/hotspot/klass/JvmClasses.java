package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.Allowance;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.Optional;
import java.util.Set;

/**
 * The classes of one JVM: all of them, one by its address, their supertypes. Safe for any thread.
 *
 * <p>Each call reads the target's memory anew, within a budget.
 */
public final class JvmClasses {
  private final VmImage image;
  private final ClassReader reader;
  private final Symbols symbols;
  private final Optional<Oops> oops;

  private JvmClasses(VmImage image, ClassReader reader, Symbols symbols, Optional<Oops> oops) {
    this.image = image;
    this.reader = reader;
    this.symbols = symbols;
    this.oops = oops;
  }

  /**
   * The classes of a JVM; reads no class yet. Each field that the tables lack is missing
   * separately.
   *
   * @throws BadMemoryException if the tables are inconsistent
   */
  public static JvmClasses of(VmImage image) throws BadMemoryException {
    Symbols symbols = Symbols.of(image.tables());
    ClassReader reader = new ClassReader(ClassFields.of(image.tables()), symbols);
    return new JvmClasses(image, reader, symbols, oops(image));
  }

  /** The same classes through another access to the same memory; reads nothing. */
  public JvmClasses in(VmImage other) {
    return new JvmClasses(other, reader, symbols, oops);
  }

  /** Only the names of loaders depend on it. */
  private static Optional<Oops> oops(VmImage image) {
    if (!(image.flags() instanceof Reading.Value<JvmFlags>(JvmFlags flags))) {
      return Optional.empty();
    }
    try {
      Pages pages = image.pages(Budget.CLASS);
      return Optional.of(Oops.of(pages, image.tables(), flags, image.feature()));
    } catch (BadMemoryException e) {
      return Optional.empty();
    }
  }

  /** The field offsets of a class's structure. */
  public KlassLayout layout() {
    return reader.fields().klass();
  }

  /** The reader of names. */
  public Symbols symbols() {
    return symbols;
  }

  /** All classes, in one walk; unavailable if no class can be read. */
  public Reading<ClassList> all() {
    try {
      reader.fields().checkWalkable();
      symbols.check();
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          new JvmReason.PartUnreadable(JvmReason.JvmPart.CLASS_LIST, e.what()));
    }
    Allowance allowance = image.allowance(Budget.WALK);
    try {
      ClassWalk walk =
          new ClassWalk(
              () -> image.lists(allowance),
              () -> new Pages(image.memory(), allowance),
              image.cpuClock(),
              reader,
              loaders());
      return Reading.of(walk.scan(supertypes()));
    } catch (BadMemoryException e) {
      return Reading.unavailable(new JvmReason.PartUnreadable(JvmReason.JvmPart.CLASSES, e.what()));
    }
  }

  /** The class whose structure is at an address; unavailable if none is there. */
  public Reading<LoadedClass> at(long address) {
    try {
      return Reading.of(reader.read(pages(), address, loaders()));
    } catch (BadMemoryException e) {
      image.memory().renew();
    }
    try {
      return Reading.of(reader.read(pages(), address, loaders()));
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          new JvmReason.NoClassAt(BadMemoryException.hex(address), e.what()));
    }
  }

  /**
   * The name of the class whose structure is at an address.
   *
   * @throws BadMemoryException if no class is there
   */
  public String nameAt(long address) throws BadMemoryException {
    return reader.read(image.renewed(Budget.CLASS), address, loaders()).name();
  }

  /** The name of the class whose structure is at an address; empty if none is there. */
  public Optional<String> nameIn(Pages pages, long address) {
    try {
      return Optional.of(reader.read(pages, address, loaders()).name());
    } catch (BadMemoryException e) {
      return Optional.empty();
    }
  }

  /** The supertypes of a class; unavailable if it has moved or was unloaded. */
  public Reading<Supertypes> supertypes(LoadedClass type) {
    return supertypes().of(type, any -> Optional.empty());
  }

  /** A map from addresses to the current classes. */
  public Reading<KlassMap> map() {
    return all().map(list -> new KlassMap(list, image.tables(), layout(), this::pages));
  }

  /** A repeatable search for JDK classes by name, for one thread. */
  public BootClasses boot(Set<String> names) {
    return new BootClasses(
        names, reader, () -> image.lists(image.allowance(Budget.LIST)), this::loaders);
  }

  /**
   * A repeatable search for addresses of metadata, for one thread.
   *
   * @throws BadMemoryException if the JVM does not export the location of class constants
   */
  public MetadataPlaces metadata() throws BadMemoryException {
    return new MetadataPlaces(image.tables(), reader, image.cpuClock());
  }

  private Supertypes.Reader supertypes() {
    return new Supertypes.Reader(
        reader, this::pages, () -> image.renewed(Budget.CLASS), this::loaders);
  }

  private Pages pages() {
    return image.pages(Budget.CLASS);
  }

  private Loaders loaders() {
    return new Loaders(reader.fields(), symbols, oops);
  }
}
