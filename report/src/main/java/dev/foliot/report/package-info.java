/**
 * What is in the store as one HTML file that needs nothing but itself: no network, no script to be
 * read, one style and one script that its content security policy knows by their hashes.
 *
 * <p>Pictures are SVG, drawn here. Their widths are shares of the page's and their texts are not
 * scaled, so that one drawing serves a wide screen, a phone and paper.
 */
@NullMarked
package dev.foliot.report;

import org.jspecify.annotations.NullMarked;
