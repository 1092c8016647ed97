package dev.foliot.diagnose.hotspot;

/**
 * Where the fields are that lead from class to class. Immutable; offsets in bytes.
 *
 * @param klass those that the findings speak of
 * @param name of Klass: its symbol
 * @param nextLink of Klass: the next one of the same loader
 * @param loaderData of Klass: its loader's data
 * @param superClass of Klass: the superclass
 * @param accessFlags of Klass: as in the class file, in its two lowest bytes
 * @param arrayLength of an array of classes: how many
 * @param loaderNext of a loader's data: that of the next loader
 * @param loaderKlasses of a loader's data: its first class
 * @param loaderOop of a loader's data: the handle of the loader
 * @param graphHead the address of the pointer to the first loader's data
 */
record ClassFields(
    KlassLayout klass,
    int name,
    int nextLink,
    int loaderData,
    int superClass,
    int accessFlags,
    int arrayLength,
    int loaderNext,
    int loaderKlasses,
    int loaderOop,
    long graphHead) {

  static ClassFields of(VmTables tables) throws BadMemoryException {
    return new ClassFields(
        KlassLayout.of(tables),
        tables.offset("Klass::_name"),
        tables.offset("Klass::_next_link"),
        tables.offset("Klass::_class_loader_data"),
        tables.offset("Klass::_super"),
        tables.offset("Klass::_access_flags"),
        tables.offset("Array<Klass*>::_length", "Array<int>::_length"),
        tables.offset("ClassLoaderData::_next"),
        tables.offset("ClassLoaderData::_klasses"),
        tables.offset("ClassLoaderData::_class_loader"),
        tables.address("ClassLoaderDataGraph::_head"));
  }
}
