package io.gosling.bench.figures;

/**
 * What a paper says of its figures, beside what was found here.
 *
 * @param figure its number, or the section
 * @param what is compared
 * @param paper what it says; in square brackets what its scan lost and was recalled
 * @param found here
 */
public record Claim(String figure, String what, String paper, String found) {}
