/**
 * HotSpot's image in the memory of a process: its tables, its flags, and reads of bounded cost.
 *
 * <p>A HotSpot exports tables that say where its structures have which fields (vmStructs), for the
 * serviceability agent. {@link dev.foliot.hotspot.image.VmImage} finds the mapped library, reads
 * its ELF symbols and these tables from memory, and the flags and the version with them. {@link
 * dev.foliot.hotspot.image.VmTables} answers by name, {@code Klass::_name}; a field that this
 * version lacks is missing by itself. {@link dev.foliot.hotspot.image.Pages} reads numbers,
 * pointers and texts, keeps what it has read, and stops when its {@link
 * dev.foliot.hotspot.image.Allowance} is used up.
 *
 * <p>{@link dev.foliot.hotspot.image.JvmFlags} is what most callers need of it. The rest is public
 * for the other packages of this module, and for whoever reads a structure that they do not:
 *
 * <pre>{@code
 * Pages pages = image.renewed(VmImage.Budget.CLASS);
 * VmTables tables = image.tables();
 * long list = pages.target(tables.address("ThreadsSMRSupport::_java_thread_list"));
 * int threads = pages.i4(list + tables.offset("ThreadsList::_length"));
 * }</pre>
 *
 * <p>Such reads throw {@link dev.foliot.hotspot.image.BadMemoryException} where memory cannot be
 * read or lies; no public method of another package lets it out to users of {@code HotspotJvm}. A
 * {@code VmImage} is safe for any thread, {@code Pages} are for one thread and one read.
 */
@NullMarked
package dev.foliot.hotspot.image;

import org.jspecify.annotations.NullMarked;
