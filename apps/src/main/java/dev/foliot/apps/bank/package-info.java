/** A bank: accounts, transfers and statements, and calls to a remote system that block. */
@NullMarked
package dev.foliot.apps.bank;

import org.jspecify.annotations.NullMarked;
