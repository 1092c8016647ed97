package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.VmTables;

/**
 * The places of the fields that link classes, each as far as the JVM exports it. Immutable.
 *
 * @param klass the fields that findings refer to
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

  /** Throws if the tables are inconsistent; fields that they lack are missing. */
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

  /** Checks for the fields needed to find and name a class; throws with the first missing one. */
  void checkWalkable() throws BadMemoryException {
    graphHead.at();
    loaderNext.at();
    loaderKlasses.at();
    loaderData.at();
    nextLink.at();
    name.at();
  }
}
