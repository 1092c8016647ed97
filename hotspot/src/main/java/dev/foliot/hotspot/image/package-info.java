/**
 * HotSpot's image in the memory of a process: its tables, its flags, and reads of bounded cost.
 *
 * <p>A HotSpot exports tables that describe its structures (vmStructs), for the serviceability
 * agent. {@link dev.foliot.hotspot.image.VmImage} finds the mapped library and reads its ELF
 * symbols, these tables, the flags and the version from memory. {@link
 * dev.foliot.hotspot.image.VmTables} answers by name, {@code Klass::_name}; a missing field affects
 * no other. {@link dev.foliot.hotspot.image.Pages} reads and caches numbers, pointers and texts,
 * and stops when its {@link dev.foliot.hotspot.image.Allowance} is exhausted.
 *
 * <p>Most callers need only {@link dev.foliot.hotspot.image.JvmFlags}. The rest is public for the
 * other packages of this module, and for readers of further structures:
 *
 * <pre>{@code
 * Pages pages = image.renewed(VmImage.Budget.CLASS);
 * VmTables tables = image.tables();
 * long list = pages.target(tables.address("ThreadsSMRSupport::_java_thread_list"));
 * int threads = pages.i4(list + tables.offset("ThreadsList::_length"));
 * }</pre>
 *
 * <p>Such reads throw {@link dev.foliot.hotspot.image.BadMemoryException} for unreadable or
 * inconsistent memory. No public method of another package lets it out to users of {@code
 * HotspotJvm}. A {@code VmImage} is safe for any thread; {@code Pages} are for one thread and one
 * read.
 */
@NullMarked
package dev.foliot.hotspot.image;

import org.jspecify.annotations.NullMarked;
