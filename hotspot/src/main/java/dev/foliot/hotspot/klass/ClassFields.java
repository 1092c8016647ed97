package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
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
record ClassFields(
    KlassLayout klass,
    VmTables.Place name,
    VmTables.Place nextLink,
    VmTables.Place loaderData,
    VmTables.Place superClass,
    VmTables.Place accessFlags,
    VmTables.Place arrayLength,
    VmTables.Place arrayData,
    VmTables.Place loaderNext,
    VmTables.Place loaderKlasses,
    VmTables.Place loaderOop,
    VmTables.Place graphHead,
    VmTables.Place objectClass) {

  private static final String OBJECT_CLASS =
      "vmClasses::_klasses[static_cast<int>(vmClassID::Object_klass_knum)]";

  /** Refuses tables that lie; what they lack is missing. */
  static ClassFields of(VmTables tables) throws BadMemoryException {
    return new ClassFields(
        KlassLayout.of(tables),
        VmTables.Place.of(tables, "Klass::_name"),
        VmTables.Place.of(tables, "Klass::_next_link"),
        VmTables.Place.of(tables, "Klass::_class_loader_data"),
        VmTables.Place.of(tables, "Klass::_super"),
        VmTables.Place.of(tables, "Klass::_access_flags"),
        VmTables.Place.of(tables, "Array<Klass*>::_length", "Array<int>::_length"),
        VmTables.Place.of(tables, "Array<Klass*>::_data", "Array<Klass*>::_data[0]"),
        VmTables.Place.of(tables, "ClassLoaderData::_next"),
        VmTables.Place.of(tables, "ClassLoaderData::_klasses"),
        VmTables.Place.of(tables, "ClassLoaderData::_class_loader"),
        VmTables.Place.ofStatic(tables, "ClassLoaderDataGraph::_head"),
        VmTables.Place.ofStatic(tables, OBJECT_CLASS));
  }

  /** What it takes to find a class and to name it; the first that is missing is said. */
  void checkWalkable() throws BadMemoryException {
    graphHead.at();
    loaderNext.at();
    loaderKlasses.at();
    loaderData.at();
    nextLink.at();
    name.at();
  }
}
