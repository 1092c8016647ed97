package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.Allowance;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import dev.foliot.linux.Reading;
import dev.foliot.text.JvmReason;
import java.util.Optional;
import java.util.Set;

/**
 * The classes of one JVM: all of them, one by its address, what each extends. Each call reads the
 * target's memory anew, within a budget. Safe for any thread.
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
   * Those of a JVM. Fields that its tables lack are missing one by one; no class is read yet.
   *
   * @throws BadMemoryException if its tables say what cannot be true
   */
  public static JvmClasses of(VmImage image) throws BadMemoryException {
    Symbols symbols = Symbols.of(image.tables());
    ClassReader reader = new ClassReader(ClassFields.of(image.tables()), symbols);
    return new JvmClasses(image, reader, symbols, oops(image));
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

  /** Where the fields of a class are in its structure. */
  public KlassLayout layout() {
    return reader.fields().klass();
  }

  /** How names are read. */
  public Symbols symbols() {
    return symbols;
  }

  /** All classes, in one walk; unavailable when not one of them can be read. */
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

  /** The class whose structure is at an address; unavailable when there is none. */
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
   * @throws BadMemoryException if there is none
   */
  public String nameAt(long address) throws BadMemoryException {
    return reader.read(image.renewed(Budget.CLASS), address, loaders()).name();
  }

  /** What a class extends and implements; unavailable where it is no longer where it was. */
  public Reading<Supertypes> supertypes(LoadedClass type) {
    return supertypes().of(type, any -> Optional.empty());
  }

  /** All classes as they are now, for looking up addresses. */
  public Reading<KlassMap> map() {
    return all().map(list -> new KlassMap(list, image.tables(), layout(), this::pages));
  }

  /** What finds classes of the JDK by their names, again and again, for one thread. */
  public BootClasses boot(Set<String> names) {
    return new BootClasses(
        names, reader, () -> image.lists(image.allowance(Budget.LIST)), this::loaders);
  }

  /**
   * What finds the addresses of metadata, again and again, for one thread.
   *
   * @throws BadMemoryException if the JVM does not tell where the constants of a class are
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
