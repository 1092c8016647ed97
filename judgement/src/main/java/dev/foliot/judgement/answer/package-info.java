/**
 * The answers of all commands. An answer is made once, from what is stored; terminal, page and JSON
 * show it. Nothing else words, ranks or suppresses an answer.
 */
@NullMarked
package dev.foliot.judgement.answer;

import org.jspecify.annotations.NullMarked;
