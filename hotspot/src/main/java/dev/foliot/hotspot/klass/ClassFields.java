package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.VmPlace;
import dev.foliot.hotspot.image.VmTables;

/**
 * Where the fields are that lead from class to class, each as far as the JVM tells. Immutable.
 *
 * @param klass those that the findings speak of
 * @param name of Klass: its symbol
 * @param nextLink of Klass: the next one of the same loader
 * @param loaderData of Klass: its loader's data
 * @param superClass of Klass: the superclass
 * @param accessFlags of Klass: as in the class file, in its two lowest bytes
 * @param arrayLength of an array of classes: how many
 * @param arrayData of an array of classes: the first
 * @param loaderNext of a loader's data: that of the next loader
 * @param loaderKlasses of a loader's data: its first class
 * @param loaderOop of a loader's data: the handle of the loader
 * @param graphHead the address of the pointer to the first loader's data
 * @param objectClass the address of the pointer to the class java.lang.Object
 */
public record ClassFields(
    KlassLayout klass,
    VmPlace name,
    VmPlace nextLink,
    VmPlace loaderData,
    VmPlace superClass,
    VmPlace accessFlags,
    VmPlace arrayLength,
    VmPlace arrayData,
    VmPlace loaderNext,
    VmPlace loaderKlasses,
    VmPlace loaderOop,
    VmPlace graphHead,
    VmPlace objectClass) {

  private static final String OBJECT_CLASS =
      "vmClasses::_klasses[static_cast<int>(vmClassID::Object_klass_knum)]";

  /** Refuses tables that lie; what they lack is missing. */
  public static ClassFields of(VmTables tables) throws BadMemoryException {
    return new ClassFields(
        KlassLayout.of(tables),
        VmPlace.of(tables, "Klass::_name"),
        VmPlace.of(tables, "Klass::_next_link"),
        VmPlace.of(tables, "Klass::_class_loader_data"),
        VmPlace.of(tables, "Klass::_super"),
        VmPlace.of(tables, "Klass::_access_flags"),
        VmPlace.of(tables, "Array<Klass*>::_length", "Array<int>::_length"),
        VmPlace.of(tables, "Array<Klass*>::_data", "Array<Klass*>::_data[0]"),
        VmPlace.of(tables, "ClassLoaderData::_next"),
        VmPlace.of(tables, "ClassLoaderData::_klasses"),
        VmPlace.of(tables, "ClassLoaderData::_class_loader"),
        VmPlace.ofStatic(tables, "ClassLoaderDataGraph::_head"),
        VmPlace.ofStatic(tables, OBJECT_CLASS));
  }

  /** What it takes to find a class and to name it; the first that is missing is said. */
  public void checkWalkable() throws BadMemoryException {
    graphHead.at();
    loaderNext.at();
    loaderKlasses.at();
    loaderData.at();
    nextLink.at();
    name.at();
  }
}
